//! Numbers as people read them.

use super::Exact;

/// Digits of a plain decimal in groups of three: "1234567.5" → "1,234,567.5".
#[must_use]
pub fn group_digits(plain: &str) -> String {
    let (sign, rest) = plain.strip_prefix('-').map_or(("", plain), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(w, f)| (w, Some(f)));
    let mut out = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// A whole number as an exponent: 12 → "¹²".
#[must_use]
pub fn superscript(n: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    n.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}

/// Most digits before the dot that are written out for people: more say no more than their number.
const MOST_DIGITS: usize = 30;

/// Rounded to thousandths (ties away from zero) and grouped: how tables show milliseconds. A number of more than
/// 30 digits, which only growth without a cap reaches, is shown by its first four: "≈ 1.071 × 10³⁰⁴".
#[must_use]
pub fn shown(ms: &Exact) -> String {
    let plain = ms.rounded().to_string();
    let digits = plain.find('.').unwrap_or(plain.len());
    if digits <= MOST_DIGITS {
        return group_digits(&plain);
    }
    format!("≈ {}.{} × 10{}", &plain[..1], &plain[1..4], superscript(digits as u32 - 1))
}

/// Milliseconds in the units people say: "500 ms", "1.7 s", "16 min 40 s", "11 d 13 h 46 min 40 s".
///
/// Rounded to 0.001 ms first. Zero is "0 ms".
#[must_use]
pub fn human_ms(ms: &Exact) -> String {
    const UNITS_MS: [(u64, &str); 3] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min")];
    let mut rest = ms.rounded();
    if rest < Exact::from_steps(1000, 0) {
        return format!("{rest} ms");
    }
    let mut parts = Vec::new();
    for (size, name) in UNITS_MS {
        match rest.div_rem(size) {
            Some((0, _)) => {}
            Some((count, remainder)) => {
                parts.push(format!("{} {name}", group_digits(&count.to_string())));
                rest = remainder;
            }
            // More days than fit 64 bits.
            None => return format!("{} ms", shown(&rest)),
        }
    }
    if !rest.is_zero() {
        parts.push(format!("{} s", rest.thousandth()));
    }
    parts.join(" ")
}

/// A probability as a percentage: "37 %", below ten with a decimal, "4.2 %"; what is possible but would round to
/// never or always is "< 0.1 %" or "> 99.9 %".
#[must_use]
pub fn percent(probability: f64) -> String {
    let percent = probability * 100.0;
    match percent {
        p if p <= 0.0 => "0 %".to_owned(),
        p if p >= 100.0 => "100 %".to_owned(),
        p if p < 0.1 => "< 0.1 %".to_owned(),
        p if p > 99.9 => "> 99.9 %".to_owned(),
        p if !(9.95..=99.0).contains(&p) => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    }
}

/// The probability of what can but need not happen: never 0 % or 100 %, even where it is next to certain.
#[must_use]
pub fn chance(probability: f64) -> String {
    percent(probability.clamp(1e-9, 1.0 - 1e-9))
}

/// A computed number of milliseconds to four significant digits, more only before the dot: "2,827", "0.05123".
#[must_use]
pub fn four_digits(ms: f64) -> String {
    let magnitude = if ms > 0.0 { libm::floor(libm::log10(ms)) as i32 } else { 0 };
    let decimals = usize::try_from(3 - magnitude).unwrap_or(0).min(6);
    let text = format!("{ms:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    group_digits(text)
}
