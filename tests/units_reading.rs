//! What each field reads from typed text, inside and just outside its limits.

use retryscope::policy::limits::{BASE, CAP, DEADLINE, MULTIPLIER, REQUEST, RETRIES, RETRY_AFTER};
use retryscope::units::{FieldSpec, Problem};

use Problem::{Missing, NotANumber, NotWhole, TooLarge, TooLong, TooManyDecimals, TooSmall};

/// Checks texts of one field against steps (microseconds, millionths, seconds, counts) or the problem.
fn check(spec: &FieldSpec, table: &[(&str, Result<u64, Problem>)]) {
    for (text, expected) in table {
        assert_eq!(spec.read(text), *expected, "{} reads {text:?}", spec.key);
    }
}

fn unit(text: &str) -> Result<u64, Problem> {
    Err(Problem::UnknownUnit(text.to_owned()))
}

#[test]
fn the_limits_are_the_stated_ones() {
    let stated: [(&FieldSpec, &str, &str, &str, &str); 7] = [
        (&BASE, "base", "1", "600000", "500"),
        (&MULTIPLIER, "multiplier", "1", "10", "2"),
        (&CAP, "cap", "1", "3600000", "30000"),
        (&RETRIES, "retries", "0", "30", "3"),
        (&REQUEST, "request", "0", "600000", "0"),
        (&RETRY_AFTER, "retry_after", "0", "86400", ""),
        (&DEADLINE, "deadline", "0", "3000000000", ""),
    ];
    for (spec, key, min, max, default) in stated {
        assert_eq!(spec.key, key);
        assert_eq!(spec.write(spec.min), min, "least {key}");
        assert_eq!(spec.write(spec.max), max, "greatest {key}");
        assert_eq!(spec.default.map(|steps| spec.write(steps)).unwrap_or_default(), default, "default {key}");
    }
}

#[test]
fn bounds_are_inclusive_and_one_step_outside_is_out() {
    for spec in [BASE, MULTIPLIER, CAP, RETRIES, REQUEST, RETRY_AFTER, DEADLINE] {
        check(
            &spec,
            &[
                (&spec.write(spec.min), Ok(spec.min)),
                (&spec.write(spec.max), Ok(spec.max)),
                (&spec.write(spec.max + 1), Err(TooLarge)),
                (&format!("{}.0000", spec.write(spec.min)), Ok(spec.min)),
            ],
        );
        let below = spec.min.checked_sub(1).map_or("-1".to_owned(), |steps| spec.write(steps));
        check(&spec, &[(&below, Err(TooSmall))]);
    }
    // Half a step outside is outside too: nothing is rounded into range.
    check(&BASE, &[("0.9995", Err(TooSmall)), ("600000.0005", Err(TooLarge))]);
    check(&MULTIPLIER, &[("0.9999995", Err(TooSmall)), ("10.0000005", Err(TooLarge))]);
    check(&RETRIES, &[("30.5", Err(TooLarge)), ("-0.5", Err(TooSmall))]);
}

#[test]
fn durations_take_units_exactly() {
    check(
        &DEADLINE,
        &[
            ("500", Ok(500_000)),
            ("500ms", Ok(500_000)),
            ("0.5s", Ok(500_000)),
            ("1.5s", Ok(1_500_000)),
            ("2m", Ok(120_000_000)),
            ("2min", Ok(120_000_000)),
            ("1h", Ok(3_600_000_000)),
            ("500 ms", Ok(500_000)),
            ("  1.5\ts  ", Ok(1_500_000)),
            ("007", Ok(7_000)),
            (".5", Ok(500)),
            ("5.", Ok(5_000)),
            ("5.s", Ok(5_000_000)),
            ("-0", Ok(0)),
            ("\u{2212}0ms", Ok(0)),
            ("833.333333333h", Err(TooManyDecimals)),
            ("833.334h", Err(TooLarge)),
            // A value below a microsecond's step is a decimal too many, in every unit.
            ("0.001", Ok(1)),
            ("0.0001", Err(TooManyDecimals)),
            ("1.0000", Ok(1_000)),
            ("1.0005", Err(TooManyDecimals)),
            ("0.000001s", Ok(1)),
            ("0.0000001s", Err(TooManyDecimals)),
            ("0.0000010s", Ok(1)),
            ("0.00001m", Ok(600)),
            ("0.0000001m", Ok(6)),
            ("0.00000001m", Err(TooManyDecimals)),
            ("0.0000000025h", Ok(9)),
            ("0.0000000001h", Err(TooManyDecimals)),
        ],
    );
    check(
        &BASE,
        &[("0.1ms", Err(TooSmall)), ("0.001s", Ok(1_000)), ("10m", Ok(600_000_000)), ("11m", Err(TooLarge))],
    );
    check(&CAP, &[("1h", Ok(3_600_000_000)), ("1.0000001h", Err(TooLarge)), ("60min", Ok(3_600_000_000))]);
}

#[test]
fn retry_after_takes_whole_seconds_only() {
    check(
        &RETRY_AFTER,
        &[
            ("2", Ok(2)),
            ("2.000", Ok(2)),
            ("2s", Ok(2)),
            ("2000ms", Ok(2)),
            ("1m", Ok(60)),
            ("1.5m", Ok(90)),
            ("24h", Ok(86_400)),
            ("86400000ms", Ok(86_400)),
            ("1500ms", Err(NotWhole)),
            ("1.5", Err(NotWhole)),
            ("0.5s", Err(NotWhole)),
            ("0.001", Err(NotWhole)),
            ("0.01m", Err(NotWhole)),
            ("86400.5", Err(TooLarge)),
            ("86400001ms", Err(TooLarge)),
            ("25h", Err(TooLarge)),
            ("", Err(Missing)),
            // The other form of the header is a date; it is no number here.
            ("Wed, 21 Oct 2026 07:28:00 GMT", Err(NotANumber)),
        ],
    );
}

#[test]
fn factors_and_counts_take_no_unit() {
    check(
        &MULTIPLIER,
        &[
            ("1.1", Ok(1_100_000)),
            ("1.000001", Ok(1_000_001)),
            ("1.0000001", Err(TooManyDecimals)),
            ("2.0000000", Ok(2_000_000)),
            ("2x", Err(NotANumber)),
            ("2s", Err(NotANumber)),
            ("0", Err(TooSmall)),
        ],
    );
    check(
        &RETRIES,
        &[
            ("7", Ok(7)),
            ("7.0", Ok(7)),
            ("2.5", Err(NotWhole)),
            ("3 retries", Err(NotANumber)),
            ("3ms", Err(NotANumber)),
            ("unlimited", Err(NotANumber)),
        ],
    );
}

#[test]
fn whatever_else_is_typed_is_no_number() {
    let nines = "9".repeat(60);
    let long = "1".repeat(100_000);
    let zeros = format!("{}5", "0".repeat(40));
    check(
        &BASE,
        &[
            ("", Err(Missing)),
            (" \t\n", Err(Missing)),
            ("\u{a0}", Err(Missing)),
            ("+5", Err(NotANumber)),
            ("--5", Err(NotANumber)),
            ("- 5", Err(NotANumber)),
            ("-5", Err(TooSmall)),
            ("\u{2212}5", Err(TooSmall)),
            ("-5x", unit("x")),
            ("1,5", Err(NotANumber)),
            ("1,000", Err(NotANumber)),
            ("1_000", Err(NotANumber)),
            ("1'000", Err(NotANumber)),
            ("1 000", Err(NotANumber)),
            ("1.2.3", Err(NotANumber)),
            (".", Err(NotANumber)),
            ("1e3", Err(NotANumber)),
            ("1E3", Err(NotANumber)),
            ("1e400", Err(NotANumber)),
            ("NaN", Err(NotANumber)),
            ("Infinity", Err(NotANumber)),
            ("-inf", Err(NotANumber)),
            ("∞", Err(NotANumber)),
            ("0x10", Err(NotANumber)),
            ("5/2", Err(NotANumber)),
            ("50%", Err(NotANumber)),
            ("ms", Err(NotANumber)),
            ("٥٠٠", Err(NotANumber)),
            ("５００", Err(NotANumber)),
            ("500\0", Err(NotANumber)),
            ("500;s", Err(NotANumber)),
            ("1m30s", Err(NotANumber)),
            ("500 MS", unit("MS")),
            ("2 d", unit("d")),
            ("2µs", unit("µs")),
            ("2 days", unit("days")),
            ("true", Err(NotANumber)),
            (&nines, Err(TooLarge)),
            (&zeros, Ok(5_000)),
            // Longer than any number a field takes.
            (&long, Err(TooLong)),
        ],
    );
}

#[test]
fn the_allowed_range_is_said_in_full() {
    let stated = [
        (BASE, "1 to 600,000 ms, up to 3 decimals"),
        (MULTIPLIER, "1 to 10, up to 6 decimals"),
        (CAP, "1 to 3,600,000 ms, up to 3 decimals"),
        (RETRIES, "0 to 30, a whole number"),
        (REQUEST, "0 to 600,000 ms, up to 3 decimals"),
        (RETRY_AFTER, "0 to 86,400 s, whole seconds only, or empty for unset"),
        (DEADLINE, "0 to 3,000,000,000 ms, up to 3 decimals, or empty for unset"),
    ];
    for (spec, allowed) in stated {
        assert_eq!(spec.allowed(), allowed, "{}", spec.key);
    }
}
