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

    /// The largest multiple of `unit` thousandths at or below this number (below zero too).
    ///
    /// A unit of 0 leaves the number as it is.
    #[must_use]
    pub fn floor_to(&self, unit: u64) -> Self {
        self.in_units(unit).map_or_else(|| self.clone(), |(whole, _)| Self::of_units(whole, unit))
    }

    /// The smallest multiple of `unit` thousandths at or above this number.
    #[must_use]
    pub fn ceil_to(&self, unit: u64) -> Self {
        let up = |(whole, rest)| Self::of_units(if rest { whole + 1 } else { whole }, unit);
        self.in_units(unit).map_or_else(|| self.clone(), up)
    }

    /// The largest multiple of `unit` thousandths strictly below this number.
    #[must_use]
    pub fn below_in(&self, unit: u64) -> Self {
        let down = |(whole, rest)| Self::of_units(if rest { whole } else { whole - 1 }, unit);
        self.in_units(unit).map_or_else(|| self.clone(), down)
    }

    /// The nearest multiple of `unit` thousandths, halves up.
    #[must_use]
    pub fn nearest_in(&self, unit: u64) -> Self {
        let half = Self::from_steps(unit, SHOWN_DECIMALS as u32).half();
        (self.clone() + half).floor_to(unit)
    }

    /// How many whole units of `unit` thousandths this is, rounded down, and whether something remains.
    fn in_units(&self, unit: u64) -> Option<(BigInt, bool)> {
        if unit == 0 {
            return None;
        }
        // value = digits·10^−scale; units = digits·10^3 / (unit·10^scale).
        let (digits, scale) = self.0.as_bigint_and_exponent();
        let ten = |power: i64| BigInt::from(10).pow(u32::try_from(power.max(0)).unwrap_or(u32::MAX));
        let numerator = digits * ten(SHOWN_DECIMALS - scale);
        let denominator = BigInt::from(unit) * ten(scale - SHOWN_DECIMALS);
        let (whole, rest) = (&numerator / &denominator, &numerator % &denominator);
        // Division of big integers rounds towards zero.
        Some((if rest.is_negative() { whole - 1 } else { whole }, !rest.is_zero()))
    }

    fn of_units(whole: BigInt, unit: u64) -> Self {
        Self(BigDecimal::new(whole * BigInt::from(unit), SHOWN_DECIMALS))
    }

    /// 1 divided by this number, if that is a finite decimal.
    #[must_use]
    pub fn reciprocal(&self) -> Option<Self> {
        let (digits, scale) = self.0.normalized().into_bigint_and_exponent();
        let mut rest = digits.clone();
        let mut halvings = 0;
        for prime in [2, 5] {
            let prime = BigInt::from(prime);
            while !rest.is_zero() && (&rest % &prime).is_zero() {
                rest /= &prime;
                halvings += 1;
            }
        }
        // digits divides 10^halvings exactly when nothing but twos and fives is in it.
        (rest == BigInt::from(1)).then(|| {
            let power = BigInt::from(10).pow(halvings) / digits;
            Self(BigDecimal::new(power, i64::from(halvings) - scale))
        })
    }

    /// The nearest multiple of 0.000001 to a double; `None` if it is infinite, not a number or negative.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        (value.is_finite() && value >= 0.0)
            .then(|| BigDecimal::from_str(&format!("{value:.6}")).ok().map(Self))?
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
