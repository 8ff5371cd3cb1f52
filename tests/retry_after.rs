//! What headers are read as: both verdicts, the wait, the form and the hints, text by text.
//!
//! Unix times of dates are those of GNU `date -u -d`; what tolerant readers make of other dates agrees with
//! Python's `email.utils.parsedate_tz` and JavaScript's `Date.parse` where both have an answer.

use retryscope::math::Exact;
use retryscope::policy::limits::RETRY_AFTER;
use retryscope::policy::retry_after::{
    DateForm, Form, Hint, Instant, Origin, Reading, Times, field_reading, read, read_field, read_time,
    wait_words,
};
use retryscope::policy::{Field, PlanConfig};
use retryscope::units::{Problem, Seconds};

/// Unix time of [`REFERENCE`].
const REFERENCE_UNIX: i64 = 1_767_225_600;
const REFERENCE: &str = "Thu, 01 Jan 2026 00:00:00 GMT";

fn at(text: &str) -> Instant {
    read_time(text, None).unwrap_or_else(|| panic!("{text} is no time"))
}

/// Read with the reference as the response's Date.
fn with_date(text: &str) -> Reading {
    read(text, Times { date: Some(at(REFERENCE)), now: None })
}

fn alone(text: &str) -> Reading {
    read(text, Times::default())
}

/// The waits of both verdicts in all their digits.
fn waits(reading: &Reading) -> [Option<String>; 2] {
    [&reading.strict, &reading.lenient].map(|verdict| verdict.floor_ms.as_ref().map(ToString::to_string))
}

fn codes(reading: &Reading) -> Vec<&'static str> {
    reading.hints.iter().map(Hint::code).collect()
}

/// Whole milliseconds from the reference to a Unix time.
fn ms_until(unix: i64) -> String {
    ((unix - REFERENCE_UNIX) * 1000).to_string()
}

/// Text, form, strict ms, lenient ms, hints.
type Row<'a> = (&'a str, Form, Option<&'a str>, Option<&'a str>, &'a [&'a str]);

#[test]
fn numbers() {
    use Form::{DecimalSeconds, DeltaSeconds, Empty, SignedSeconds, Unknown};
    #[rustfmt::skip]
    let table: &[Row] = &[
        ("120", DeltaSeconds, Some("120000"), Some("120000"), &[]),
        ("  120\t", DeltaSeconds, Some("120000"), Some("120000"), &[]),
        ("0", DeltaSeconds, Some("0"), Some("0"), &["zero"]),
        ("00120", DeltaSeconds, Some("120000"), Some("120000"), &[]),
        ("300", DeltaSeconds, Some("300000"), Some("300000"), &[]),
        ("301", DeltaSeconds, Some("301000"), Some("301000"), &["looks_like_milliseconds"]),
        ("3600", DeltaSeconds, Some("3600000"), Some("3600000"), &[]),
        ("30000", DeltaSeconds, Some("30000000"), Some("30000000"), &["looks_like_milliseconds"]),
        ("86400", DeltaSeconds, Some("86400000"), Some("86400000"), &[]),
        ("86460", DeltaSeconds, Some("86460000"), Some("86460000"), &["longer_than_a_day"]),
        // 2³¹ − 1 ms lie between these two.
        ("2147460", DeltaSeconds, Some("2147460000"), Some("2147460000"), &["longer_than_a_day"]),
        ("2147520", DeltaSeconds, Some("2147520000"), Some("2147520000"), &["longer_than_a_day", "beyond_timer"]),
        ("184467440737095516160", DeltaSeconds, Some("184467440737095516160000"), Some("184467440737095516160000"), &["longer_than_a_day", "beyond_timer"]),
        ("1.5", DecimalSeconds, None, Some("1500"), &["fraction"]),
        ("2.0", DecimalSeconds, None, Some("2000"), &[]),
        (".25", DecimalSeconds, None, Some("250"), &["fraction"]),
        ("7.", DecimalSeconds, None, Some("7000"), &[]),
        ("0.0000001", DecimalSeconds, None, Some("0.0001"), &["fraction"]),
        ("184467440737095516160.5", DecimalSeconds, None, Some("184467440737095516160500"), &["fraction", "longer_than_a_day", "beyond_timer"]),
        ("+5", SignedSeconds, None, Some("5000"), &["plus_sign"]),
        ("+1.5", SignedSeconds, None, Some("1500"), &["plus_sign", "fraction"]),
        ("-3", SignedSeconds, None, None, &["negative"]),
        ("-0", SignedSeconds, None, None, &["negative"]),
        ("\u{2212}3", SignedSeconds, None, None, &["negative"]),
        ("", Empty, None, None, &[]),
        (" \n ", Empty, None, None, &[]),
        ("soon", Unknown, None, None, &["not_understood"]),
        ("120s", Unknown, None, None, &["trailing_text"]),
        ("120 seconds", Unknown, None, None, &["trailing_text"]),
        ("1,5", Unknown, None, None, &["not_understood"]),
        ("1,000", Unknown, None, None, &["not_understood"]),
        ("1.2.3", Unknown, None, None, &["not_understood"]),
        ("1e3", Unknown, None, None, &["not_understood"]),
        ("0x10", Unknown, None, None, &["not_understood"]),
        ("1_000", Unknown, None, None, &["not_understood"]),
        ("--3", Unknown, None, None, &["not_understood"]),
        ("+", Unknown, None, None, &["not_understood"]),
        (".", Unknown, None, None, &["not_understood"]),
        ("NaN", Unknown, None, None, &["not_understood"]),
        ("Infinity", Unknown, None, None, &["not_understood"]),
        ("\"120\"", Unknown, None, None, &["not_understood"]),
        ("\u{661}\u{662}\u{660}", Unknown, None, None, &["not_understood"]),
    ];
    for (text, form, strict, lenient, hints) in table {
        let reading = alone(text);
        assert_eq!(reading.form, *form, "{text:?}");
        assert_eq!(waits(&reading), [strict, lenient].map(|ms| ms.map(str::to_owned)), "{text:?}");
        // A number needs no reference, so it is valid exactly when it gives a wait.
        assert_eq!(
            [reading.strict.valid, reading.lenient.valid],
            [strict.is_some(), lenient.is_some()],
            "{text:?}"
        );
        assert_eq!(codes(&reading), *hints, "{text:?}");
    }
}

#[test]
fn a_fraction_names_the_next_whole_second() {
    for (text, whole) in
        [("0.0000001", 1), ("0.503", 1), ("1.5", 2), ("1.999", 2), ("18446744073709551614.5", u64::MAX)]
    {
        let found = Hint::Fraction { whole_seconds: Some(whole) };
        assert!(alone(text).hints.contains(&found), "{text}: {:?}", alone(text).hints);
    }
}

#[test]
fn a_longer_value_than_any_header_is_refused() {
    let digits = |n| "9".repeat(n);
    assert_eq!(alone(&digits(8192)).form, Form::DeltaSeconds);
    let reading = alone(&digits(8193));
    assert_eq!((reading.form, reading.strict.valid, reading.lenient.valid), (Form::Unknown, false, false));
    assert!(reading.strict.reason.contains("longer than any header"));
}

#[test]
fn the_three_forms_of_the_standard() {
    use DateForm::{Asctime, ImfFixdate, Rfc850};
    let table: &[(&str, DateForm, i64, &[&str])] = &[
        ("Sun, 06 Nov 1994 08:49:37 GMT", ImfFixdate, 784_111_777, &["in_the_past"]),
        (
            "Sunday, 06-Nov-94 08:49:37 GMT",
            Rfc850,
            784_111_777,
            &["obsolete_form", "two_digit_year", "in_the_past"],
        ),
        ("Sun Nov  6 08:49:37 1994", Asctime, 784_111_777, &["obsolete_form", "in_the_past"]),
        ("Sun Nov 13 08:49:37 1994", Asctime, 784_716_577, &["obsolete_form", "in_the_past"]),
        ("Thu, 01 Jan 2026 00:00:30 GMT", ImfFixdate, REFERENCE_UNIX + 30, &[]),
        (REFERENCE, ImfFixdate, REFERENCE_UNIX, &["in_the_past"]),
        // What .NET sends for its least and greatest date.
        ("Mon, 01 Jan 0001 00:00:00 GMT", ImfFixdate, -62_135_596_800, &["in_the_past"]),
        (
            "Fri, 31 Dec 9999 23:59:59 GMT",
            ImfFixdate,
            253_402_300_799,
            &["longer_than_a_day", "beyond_timer"],
        ),
        // The leap second is the moment before the next minute's first, which Unix time counts as the same.
        ("Thu, 01 Jan 2026 23:59:60 GMT", ImfFixdate, REFERENCE_UNIX + 86_400, &[]),
        ("Fri, 01 Jan 2026 00:00:30 GMT", ImfFixdate, REFERENCE_UNIX + 30, &["wrong_weekday"]),
    ];
    for (text, form, unix, hints) in table {
        let reading = with_date(text);
        let ms = if *unix > REFERENCE_UNIX { ms_until(*unix) } else { "0".to_owned() };
        assert_eq!((reading.form, reading.date_form), (Form::HttpDate, Some(*form)), "{text}");
        assert_eq!(waits(&reading), [Some(ms.clone()), Some(ms)], "{text}");
        assert_eq!(codes(&reading), *hints, "{text}");
        if *unix < REFERENCE_UNIX {
            let by_ms = Exact::parse_plain(ms_until(*unix).trim_start_matches('-')).expect("digits");
            assert!(reading.hints.contains(&Hint::InThePast { by_ms }), "{text}: {:?}", reading.hints);
        }
    }
}

#[test]
fn dates_that_are_none() {
    let no_such_day = [
        "Thu, 32 Jan 2026 00:00:00 GMT",
        "Thu, 00 Jan 2026 00:00:00 GMT",
        "Sun, 29 Feb 2026 00:00:00 GMT",
        "Mon, 29 Feb 2100 00:00:00 GMT",
        "Thu, 01 Jan 2026 24:00:00 GMT",
        "Thu, 01 Jan 2026 00:60:00 GMT",
        "Thu, 01 Jan 2026 12:00:60 GMT",
        "Thursday, 31-Jun-26 00:00:00 GMT",
        "Thu Jan  0 00:00:00 2026",
    ];
    for text in no_such_day {
        let reading = with_date(text);
        assert_eq!((reading.form, waits(&reading)), (Form::HttpDate, [None, None]), "{text}");
        assert_eq!([reading.strict.valid, reading.lenient.valid], [false; 2], "{text}");
        assert!(reading.strict.reason.contains("no such day"), "{text}");
    }
    // Neither the standard's forms nor clear: no zone, an unknown zone, no time, a mail date of two digits.
    let unclear = [
        "2026-01-01T00:00:30",
        "2026-01-01",
        "Thu, 01 Jan 2026 00:00:00",
        "Thu, 01 Jan 2026 00:00:00 CET",
        "Thu, 01 Jan 26 00:00:30 GMT",
        "Thu, 01 Jan 2026 00:00:30 +1",
        "Thu, 01 Jan 2026 00:00:30 +0160",
        "01/02/2026 00:00:30 GMT",
        "2026-01-01T00:00:30+24:00",
        "2026-01-01T00:00:30.Z",
        "2026-01-01T00:00:30.1234567891Z",
        "2026-01-01T00:00.5Z",
        "2026-1-1T00:00:30Z",
        "20260101T000030Z",
        "Do, 01 Jän 2026 00:00:30 GMT",
    ];
    for text in unclear {
        let reading = with_date(text);
        assert_eq!((reading.form, waits(&reading)), (Form::Unknown, [None, None]), "{text}");
        assert_eq!(codes(&reading), ["not_understood"], "{text}");
    }
}

#[test]
fn dates_that_only_tolerant_readers_take() {
    let base = 784_111_777_i64;
    let table = [
        ("Sun, 6 Nov 1994 08:49:37 GMT", Form::LooseDate, base * 1000),
        ("sun, 06 NOV 1994 08:49:37 gmt", Form::LooseDate, base * 1000),
        ("Sun, 06 Nov 1994  08:49:37 GMT", Form::LooseDate, base * 1000),
        ("Sun, 06 Nov 1994 08:49:37 UTC", Form::LooseDate, base * 1000),
        ("06 Nov 1994 08:49:37 GMT", Form::LooseDate, base * 1000),
        ("Sun, 06 Nov 1994 08:49:37 +0100", Form::LooseDate, (base - 3600) * 1000),
        ("Sun, 06 Nov 1994 08:49:37 EST", Form::LooseDate, (base + 5 * 3600) * 1000),
        ("sunday, 06-nov-94 08:49:37 gmt", Form::LooseDate, base * 1000),
        ("Sun Nov 6 08:49:37 1994", Form::LooseDate, base * 1000),
        ("1994-11-06T08:49:37Z", Form::IsoDate, base * 1000),
        ("1994-11-06t08:49z", Form::IsoDate, (base - 37) * 1000),
        ("1994-11-06T08:49:37-0530", Form::IsoDate, (base + 5 * 3600 + 1800) * 1000),
        ("1994-11-06T08:49:37+01", Form::IsoDate, (base - 3600) * 1000),
        ("06 Nov 1994 08:49 GMT", Form::LooseDate, (base - 37) * 1000),
        ("1994-11-06 08:49:37.250+01:00", Form::IsoDate, (base - 3600) * 1000 + 250),
    ];
    // A day before, so that every wait is above 0.
    let reference = at("Sat, 05 Nov 1994 08:49:37 GMT");
    for (text, form, unix_ms) in table {
        let reading = read(text, Times { date: Some(reference), now: None });
        assert_eq!(reading.form, form, "{text}");
        assert!(!reading.strict.valid && reading.lenient.valid, "{text}");
        let ms = (unix_ms - (base - 86_400) * 1000).to_string();
        assert_eq!(waits(&reading), [None, Some(ms)], "{text}");
        assert_eq!(codes(&reading)[0], "not_the_standards_form", "{text}");
    }
}

/// RFC 9110, 5.6.7: more than 50 years in the future means the most recent such year in the past.
#[test]
fn two_digit_years_are_at_most_50_years_ahead() {
    // Reference, date, year, Unix time of the reference and of the date.
    let table = [
        (REFERENCE, "Wednesday, 01-Jan-76 00:00:00 GMT", 2076, REFERENCE_UNIX, 3_345_062_400),
        (REFERENCE, "Thursday, 01-Jan-76 00:00:01 GMT", 1976, REFERENCE_UNIX, 189_302_401),
        (REFERENCE, "Tuesday, 31-Dec-75 23:59:59 GMT", 2075, REFERENCE_UNIX, 3_345_062_399),
        (REFERENCE, "Friday, 31-Dec-99 23:59:59 GMT", 1999, REFERENCE_UNIX, 946_684_799),
        (REFERENCE, "Thursday, 01-Jan-26 00:01:00 GMT", 2026, REFERENCE_UNIX, REFERENCE_UNIX + 60),
        // Over the turn of a century, seen from both sides.
        ("Fri, 31 Dec 1999 23:59:59 GMT", "Saturday, 01-Jan-00 00:00:09 GMT", 2000, 946_684_799, 946_684_809),
        ("Sat, 01 Jan 2000 00:00:09 GMT", "Friday, 31-Dec-99 23:59:59 GMT", 1999, 946_684_809, 946_684_799),
        (
            "Thu, 31 Dec 2099 23:59:59 GMT",
            "Friday, 01-Jan-00 00:00:01 GMT",
            2100,
            4_102_444_799,
            4_102_444_801,
        ),
        // 2100 has no 29 February.
        (
            "Thu, 31 Dec 2099 23:59:59 GMT",
            "Tuesday, 29-Feb-00 12:00:00 GMT",
            2000,
            4_102_444_799,
            951_825_600,
        ),
        // A leap second at a year's end belongs to that year and its last weekday.
        (REFERENCE, "Thursday, 31-Dec-26 23:59:60 GMT", 2026, REFERENCE_UNIX, 1_798_761_600),
    ];
    for (reference, text, year, from, unix) in table {
        let reading = read(text, Times { date: Some(at(reference)), now: None });
        assert!(reading.strict.valid, "{text}");
        let ms = ((unix - from) * 1000_i64).max(0).to_string();
        assert_eq!(waits(&reading), [Some(ms.clone()), Some(ms)], "{text} from {reference}");
        assert!(
            reading.hints.contains(&Hint::TwoDigitYear { year: Some(year) }),
            "{text}: {:?}",
            reading.hints
        );
        assert!(!codes(&reading).contains(&"wrong_weekday"), "{text}: {:?}", reading.hints);
    }
}

#[test]
fn a_date_without_a_reference_is_valid_but_gives_no_wait() {
    let table = [
        ("Fri, 31 Dec 1999 23:59:59 GMT", vec!["no_reference"]),
        ("Friday, 31-Dec-99 23:59:59 GMT", vec!["obsolete_form", "two_digit_year", "no_reference"]),
        (
            "Date: soon\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT",
            vec!["date_not_understood", "no_reference"],
        ),
    ];
    for (text, hints) in table {
        let reading = alone(text);
        assert!(reading.strict.valid && reading.lenient.valid, "{text}");
        assert_eq!((waits(&reading), reading.reference), ([None, None], None), "{text}");
        assert_eq!(codes(&reading), hints, "{text}");
    }
}

#[test]
fn the_servers_date_comes_before_the_local_time() {
    let server = at(REFERENCE);
    let local = at("Thu, 01 Jan 2026 00:00:20 GMT");
    let header = "Thu, 01 Jan 2026 00:01:00 GMT";
    let times = |date, now| Times { date, now };
    // Times, expected wait, origin, hints.
    let table = [
        (times(Some(server), None), "60000", Origin::DateHeader, vec![]),
        (times(None, Some(local)), "40000", Origin::LocalTime, vec!["local_reference"]),
        (times(Some(server), Some(local)), "60000", Origin::DateHeader, vec!["clock_skew"]),
    ];
    for (times, ms, origin, hints) in table {
        let reading = read(header, times);
        assert_eq!(waits(&reading), [Some(ms.to_owned()), Some(ms.to_owned())]);
        assert_eq!(reading.reference.map(|reference| reference.origin), Some(origin));
        assert_eq!(codes(&reading), hints);
    }
    // Five seconds are the way of a response and the rounding of its Date; six are not. Either way round.
    for (second, skewed) in [("00:00:05", false), ("00:00:06", true)] {
        let other = at(&format!("Thu, 01 Jan 2026 {second} GMT"));
        for (date, now) in [(server, other), (other, server)] {
            let reading = read(header, Times { date: Some(date), now: Some(now) });
            assert_eq!(codes(&reading).contains(&"clock_skew"), skewed, "{second}");
        }
    }
    // A number of seconds does not depend on any clock.
    let far = Times { date: Some(server), now: Some(at("Thu, 01 Jan 2026 12:00:00 GMT")) };
    assert!(read("120", far).hints.is_empty());
}

#[test]
fn numbers_that_may_be_something_else() {
    let unix = |text: &str, ms: u64, wait: &str| match &with_date(text).hints[0] {
        Hint::LooksLikeUnixTime { in_ms, wait_ms: Some(wait_ms), .. } => {
            assert_eq!((*in_ms, wait_ms.to_string().as_str()), (ms == 1, wait), "{text}");
        }
        other => panic!("{text}: {other:?}"),
    };
    unix("1767225660", 1000, "60000");
    unix("1767225570", 1000, "-30000");
    unix("1767225660250", 1, "60250");
    unix("1000000000", 1000, &ms_until(1_000_000_000));
    for text in ["999999960", "4102444800", "999999999960"] {
        assert!(!codes(&with_date(text)).contains(&"looks_like_unix_time"), "{text}");
    }
    let hint = &with_date("1767225660").hints[0];
    assert!(hint.text().contains("Thu, 01 Jan 2026 00:01:00 GMT, 1 min after"), "{}", hint.text());
}

#[test]
fn lines_and_blocks() {
    let block = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: text/plain\r\nDATE: Thu, 01 Jan 2026 00:00:00 GMT\r\n\
                 retry-after: Thu, 01 Jan 2026 00:00:20 GMT\r\nServer: x\r\n\r\n";
    let curl = block.lines().map(|line| format!("< {line}\n")).collect::<String>();
    let table: [(&str, Option<&str>, bool); 15] = [
        ("Retry-After: 120", Some("120000"), true),
        ("retry-after:120", Some("120000"), true),
        ("RETRY-AFTER:\t120 ", Some("120000"), true),
        ("Retry-After:\r\n 120", Some("120000"), true),
        ("Retry-After:", None, true),
        ("120\nDate: Thu, 01 Jan 2026 00:00:00 GMT", Some("120000"), true),
        ("Thu, 01 Jan 2026 00:00:20 GMT\nDate: Thu, 01 Jan 2026 00:00:00 GMT", Some("20000"), true),
        ("Date: Thu, 01 Jan 2026 00:00:00 GMT\nThu, 01 Jan 2026 00:00:20 GMT", Some("20000"), true),
        (block, Some("20000"), true),
        (&curl, Some("20000"), true),
        // Others' headers are not this one.
        ("X-Retry-After: 120\nRetry-After-Ms: 5", None, true),
        ("Date: Thu, 01 Jan 2026 00:00:00 GMT", None, true),
        ("HTTP/1.1 503\nserver: 120", None, true),
        ("X-Rate: 120", None, false),
        ("2026-01-01T00:00:20Z\nDate: 2026-01-01T00:00:00Z", Some("20000"), true),
    ];
    for (text, lenient, named) in table {
        let reading = alone(text);
        assert_eq!(waits(&reading)[1].as_deref(), lenient, "{text:?}");
        assert_eq!(reading.has_names, named, "{text:?}");
        // A block of other headers has no value at all; one line that is no header is a value, if a bad one.
        let is_junk = reading.form == Form::Unknown;
        assert_eq!(is_junk, text == "X-Rate: 120", "{text:?}: {:?}", reading.form);
    }
}

#[test]
fn duplicates_break_the_standard_and_the_first_counts() {
    let dates = "Thu, 01 Jan 2026 00:00:20 GMT, Thu, 01 Jan 2026 00:00:30 GMT";
    let table = [
        ("Retry-After: 120\nRetry-After: 60", "120000", 2, true),
        ("Retry-After: 60\nretry-after: 60", "60000", 2, false),
        ("Retry-After: 60\nRetry-After: 60\nRetry-After: Thu, 01 Jan 2026 00:00:20 GMT", "60000", 3, true),
        ("120, 60", "120000", 2, true),
        ("Retry-After: 5, 5", "5000", 2, false),
        (dates, "20000", 2, true),
    ];
    for (text, lenient, count, differ) in table {
        let reading = with_date(text);
        assert!(!reading.strict.valid, "{text}");
        assert_eq!(waits(&reading), [None, Some(lenient.to_owned())], "{text}");
        assert_eq!(reading.hints[0], Hint::Duplicates { count, differ }, "{text}");
    }
}

#[test]
fn times_that_people_enter() {
    for text in [
        REFERENCE,
        "Date: Thu, 01 Jan 2026 00:00:00 GMT",
        "date:Thu, 01 Jan 2026 00:00:00 GMT\n",
        " 2026-01-01T00:00:00Z ",
        "2026-01-01T01:00:00+01:00",
        "Thu Jan  1 00:00:00 2026",
    ] {
        assert_eq!(read_time(text, None).map(|at| at.to_string()).as_deref(), Some(REFERENCE), "{text:?}");
    }
    let two_digits = "Thursday, 01-Jan-26 00:00:00 GMT";
    assert_eq!(read_time(two_digits, None), None);
    assert_eq!(read_time(two_digits, Some(at("2020-01-01T00:00:00Z"))), Some(at(REFERENCE)));
    for text in ["", "soon", "05:40:00", "2026-01-01", "2026-01-01T00:00:00", "1767225600", "Retry-After: 5"]
    {
        assert_eq!(read_time(text, None), None, "{text:?}");
    }
}

/// Every hint has a text of its own and a code of its own; sentences name their numbers.
#[test]
fn hints_speak() {
    let local = Times { date: Some(at(REFERENCE)), now: Some(at("Wed, 31 Dec 2025 23:59:00 GMT")) };
    let table = [
        (alone("Retry-After: 120\nRetry-After: 60"), "2 times, with different values"),
        (alone("1.5"), "Rounded up it is 2 whole seconds"),
        (alone("0.2"), "1 whole second;"),
        (alone("-3"), "Negative"),
        (alone("1000abc"), "would wait 1000 s"),
        (alone("555"), "milliseconds (555 ms). As seconds it is 9 min 15 s"),
        (alone("999960"), "Longer than a day: 11 d 13 h 46 min"),
        (alone(&"9".repeat(30)), "a number of milliseconds with 33 digits"),
        (with_date("Wed, 31 Dec 2025 23:59:00 GMT"), "In the past, 1 min before the reference"),
        (with_date("Friday, 31-Dec-99 23:59:59 GMT"), "taken as 1999"),
        (with_date("Sun Nov  6 08:49:37 1994"), "asctime-date"),
        (with_date("Fri, 01 Jan 2026 00:00:30 GMT"), "it says Fri, the date is a Thursday"),
        (
            read("Thu, 01 Jan 2026 00:00:30 GMT", local),
            "1 min behind the Date header; by it the wait would be 1 min 30 s",
        ),
    ];
    for (reading, said) in table {
        let texts: Vec<String> = reading.hints.iter().map(Hint::text).collect();
        assert!(texts.iter().any(|text| text.contains(said)), "{said} in {texts:?}");
    }
}

/// The plan's field takes whole seconds in its own terms, or a header that gives them.
#[test]
fn the_plans_field() {
    let date = "Thu, 01 Jan 2026 00:00:00 GMT";
    let taken = [
        ("120", 120, "2 min"),
        ("7 s", 7, ""),
        ("2m", 120, "2 min"),
        ("Retry-After: 120", 120, "2 min · delta-seconds"),
        ("retry-after: +5", 5, "5 s · signed-seconds"),
        ("Retry-After: 2.0", 2, "2 s · decimal-seconds"),
        ("120\nDate: Thu, 01 Jan 2026 00:00:00 GMT", 120, "2 min · delta-seconds"),
        (
            "Retry-After: Thu, 01 Jan 2026 00:01:00 GMT\nDate: Thu, 01 Jan 2026 00:00:00 GMT",
            60,
            "1 min · http-date",
        ),
        ("2026-01-01T00:01:00Z\nDate: Thu, 01 Jan 2026 00:00:00 GMT", 60, "1 min · iso-date"),
        // In the past: nothing to wait.
        ("Wed, 31 Dec 2025 00:01:00 GMT\nDate: Thu, 01 Jan 2026 00:00:00 GMT", 0, "0 ms · http-date"),
    ];
    for (text, seconds, said) in taken {
        assert_eq!(read_field(&RETRY_AFTER, text), Ok(seconds), "{text:?}");
        assert_eq!(field_reading(&RETRY_AFTER, text), said, "{text:?}");
        let mut config = PlanConfig::default();
        config.set(Field::RetryAfter, text);
        let input = config.check().unwrap_or_else(|violations| panic!("{text}: {violations:?}"));
        assert_eq!(input.conditions.retry_after, Some(Seconds(seconds)));
        assert_eq!(PlanConfig::from_input(&input).text(Field::RetryAfter), seconds.to_string());
    }
    let own = [
        ("", Problem::Missing),
        ("-3", Problem::TooSmall),
        ("86401", Problem::TooLarge),
        ("soon", Problem::NotANumber),
        ("+5", Problem::NotANumber),
        ("1500ms", Problem::NotWhole),
        ("Retry-After: 86401", Problem::TooLarge),
        ("Retry-After: 184467440737095516160", Problem::TooLarge),
        ("Retry-After: 184467440737095516160.5", Problem::TooLarge),
    ];
    for (text, problem) in own {
        assert_eq!(read_field(&RETRY_AFTER, text), Err(problem), "{text:?}");
        assert_eq!(field_reading(&RETRY_AFTER, text), "", "{text:?}");
    }
    let said = [
        ("1.5", "not whole (next: 2)"),
        ("Retry-After: 0.2", "not whole (next: 1)"),
        (date, "a date without its reference: paste the response's Date line too"),
        ("Retry-After: -3", "below zero"),
        ("Retry-After: soon", "neither seconds nor a date"),
        ("Retry-After:", "no Retry-After value"),
        ("Date: Thu, 01 Jan 2026 00:00:00 GMT", "no Retry-After value"),
    ];
    for (text, words) in said {
        let Err(Problem::Other(problem)) = read_field(&RETRY_AFTER, text) else { panic!("{text:?}") };
        assert!(problem.contains(words), "{text:?}: {problem}");
    }
}

#[test]
fn waits_in_words() {
    let table = [
        ("120", "2 min (120,000 ms)"),
        ("0.503", "503 ms"),
        ("0", "0 ms"),
        (&"9".repeat(300), "a number of milliseconds with 303 digits"),
    ];
    for (text, words) in table {
        assert_eq!(alone(text).floor_ms().map(wait_words).as_deref(), Some(words));
    }
}
