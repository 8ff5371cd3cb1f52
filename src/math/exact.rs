//! A non-negative decimal number of any size.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};
use std::str::FromStr;

use bigdecimal::{BigDecimal, One, RoundingMode, Signed, ToPrimitive, Zero};
use num_bigint::BigInt;

/// Decimals kept when a result is shown or exported: thousandths.
const SHOWN_DECIMALS: i64 = 3;

/// An exact decimal number, unlimited in size and digits. Nothing rounds until it is shown.
///
/// Plans use it for milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact(BigDecimal);

impl Exact {
    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self(BigDecimal::zero())
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Self(BigDecimal::one())
    }

    /// `steps` · 10^−`decimals`.
    #[must_use]
    pub fn from_steps(steps: u64, decimals: u32) -> Self {
        Self(BigDecimal::new(BigInt::from(steps), i64::from(decimals)))
    }

    /// Reads digits with at most one dot and at least one digit ("500", "1.5", ".5"); no sign, no exponent.
    #[must_use]
    pub fn parse_plain(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
            && text.bytes().any(|b| b.is_ascii_digit())
            && text.bytes().filter(|b| *b == b'.').count() <= 1;
        plain.then(|| BigDecimal::from_str(text).ok().map(Self)).flatten()
    }

    /// This number times a whole number.
    #[must_use]
    pub fn times(&self, n: u64) -> Self {
        Self(&self.0 * BigInt::from(n))
    }

    /// This number times another.
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }

    /// Half of this number; exact, as half of a decimal is a decimal.
    #[must_use]
    pub fn half(&self) -> Self {
        Self(self.0.half())
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether this is below zero, which only a subtraction can bring about.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// How often `divisor` goes into this number, if it does so a whole number of times that fits `u64`.
    #[must_use]
    pub fn whole_multiple_of(&self, divisor: u64) -> Option<u64> {
        if !self.0.is_integer() {
            return None;
        }
        let (whole, _) = self.0.with_scale(0).into_bigint_and_exponent();
        let divisor = BigInt::from(divisor);
        if (&whole % &divisor).is_zero() { (whole / divisor).to_u64() } else { None }
    }

    /// This number divided by `n` and rounded down to thousandths.
    ///
    /// Rounding down before dividing changes nothing: floor(floor(x)/n) = floor(x/n) for whole n ≥ 1.
    #[must_use]
    pub fn share_rounded_down(&self, n: u64) -> Self {
        let (thousandths, _) =
            self.0.with_scale_round(SHOWN_DECIMALS, RoundingMode::Floor).into_bigint_and_exponent();
        Self(BigDecimal::new(thousandths / BigInt::from(n.max(1)), SHOWN_DECIMALS))
    }

    /// Rounded up to thousandths.
    #[must_use]
    pub fn rounded_up(&self) -> Self {
        Self(self.0.with_scale_round(SHOWN_DECIMALS, RoundingMode::Ceiling))
    }

    /// Rounded to thousandths, ties away from zero: how results are shown and exported.
    #[must_use]
    pub fn rounded(&self) -> Self {
        Self(self.0.with_scale_round(SHOWN_DECIMALS, RoundingMode::HalfUp))
    }

    /// Quotient and rest of division by a whole number: `self = quotient·divisor + rest`.
    ///
    /// `None` when the quotient does not fit `u64` or the number is negative.
    #[must_use]
    pub fn div_rem(&self, divisor: u64) -> Option<(u64, Self)> {
        let (whole, _) = self.0.with_scale_round(0, RoundingMode::Floor).into_bigint_and_exponent();
        let quotient = (whole / BigInt::from(divisor)).to_u64()?;
        let rest = self.clone() - Self::from_steps(quotient, 0).times(divisor);
        Some((quotient, rest))
    }

    /// This number divided by 1000, exactly.
    #[must_use]
    pub fn thousandth(&self) -> Self {
        Self(&self.0 * BigDecimal::new(BigInt::from(1), 3))
    }

    /// The nearest double, for drawing only; infinite when out of range.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::INFINITY)
    }
}

impl fmt::Display for Exact {
    /// All digits, a dot, no trailing zeros, never an exponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.normalized().to_plain_string())
    }
}

impl Add<&Exact> for Exact {
    type Output = Self;
    fn add(self, other: &Self) -> Self {
        Self(self.0 + &other.0)
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl<'a> Sum<&'a Exact> for Exact {
    fn sum<I: Iterator<Item = &'a Exact>>(iter: I) -> Self {
        iter.fold(Self::zero(), |sum, term| sum + term)
    }
}
