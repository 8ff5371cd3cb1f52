//! Reading a header has an answer for every text, and means the same in every form.
#![cfg(not(target_arch = "wasm32"))]

use proptest::prelude::*;
use retryscope::policy::limits::RETRY_AFTER;
use retryscope::policy::retry_after::{
    Form, Hint, Reading, Times, field_reading, read, read_field, read_time,
};
use retryscope::report::retry_after_json;
use serde_json::Value;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// From Thursday, which 1 January 1970 was.
const WEEKDAYS: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/// The three forms of a Unix time, by a calendar of the tests' own: days are counted off year by year.
struct Date {
    year: i64,
    month: usize,
    day: i64,
    time: String,
    weekday: &'static str,
}

impl Date {
    fn of(unix: i64) -> Self {
        let (days, second) = (unix.div_euclid(86_400), unix.rem_euclid(86_400));
        let weekday = WEEKDAYS[usize::try_from(days.rem_euclid(7)).unwrap()];
        let is_leap = |year: i64| (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        let (mut year, mut rest) = (1970, days);
        while rest >= 365 + i64::from(is_leap(year)) {
            rest -= 365 + i64::from(is_leap(year));
            year += 1;
        }
        let february = 28 + i64::from(is_leap(year));
        let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut month = 0;
        while rest >= lengths[month] {
            rest -= lengths[month];
            month += 1;
        }
        let time = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
        Self { year, month, day: rest + 1, time, weekday }
    }

    fn imf(&self) -> String {
        let Self { year, month, day, time, weekday } = self;
        format!("{}, {day:02} {} {year:04} {time} GMT", &weekday[..3], MONTHS[*month])
    }

    fn rfc850(&self) -> String {
        let Self { year, month, day, time, weekday } = self;
        format!("{weekday}, {day:02}-{}-{:02} {time} GMT", MONTHS[*month], year % 100)
    }

    fn asctime(&self) -> String {
        let Self { year, month, day, time, weekday } = self;
        format!("{} {} {day:>2} {time} {year:04}", &weekday[..3], MONTHS[*month])
    }

    fn iso(&self) -> String {
        let Self { year, month, day, time, .. } = self;
        format!("{year:04}-{:02}-{day:02}T{time}Z", month + 1)
    }
}

/// Whatever was read: the invariants of a reading.
fn check(reading: &Reading, text: &str) {
    assert!(!reading.strict.valid || reading.lenient.valid, "{text:?}");
    for verdict in [&reading.strict, &reading.lenient] {
        assert!(verdict.valid || verdict.floor_ms.is_none(), "{text:?}");
        assert!(verdict.floor_ms.as_ref().is_none_or(|ms| !ms.is_negative()), "{text:?}");
        assert!(!verdict.reason.is_empty());
    }
    let mut codes: Vec<_> = reading.hints.iter().map(Hint::code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), reading.hints.len(), "a hint is there twice: {:?}", reading.hints);
    assert!(reading.hints.iter().all(|hint| !hint.text().is_empty()));
    let json: Value = serde_json::from_str(&retry_after_json(reading)).expect("valid JSON");
    assert_eq!(json["floor_ms"], json["lenient"]["floor_ms"]);
}

fn times() -> impl Strategy<Value = Times> {
    let at = || {
        proptest::option::of((0_i64..7_000_000_000).prop_map(|unix| read_time(&Date::of(unix).imf(), None)))
    };
    (at(), at()).prop_map(|(date, now)| Times { date: date.flatten(), now: now.flatten() })
}

/// Pieces of headers in any order: far likelier to get deep than random bytes.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("Retry-After: ".to_owned()),
        Just("Date:".to_owned()),
        proptest::sample::select(vec![
            "\n", "\r\n", " ", "  ", "\t", ", ", ",", ":", "-", "+", ".", "GMT", "GMT, ", "UTC", "< "
        ])
        .prop_map(str::to_owned),
        proptest::sample::select(WEEKDAYS.to_vec()).prop_map(str::to_owned),
        proptest::sample::select(WEEKDAYS.map(|day| &day[..3]).to_vec()).prop_map(str::to_owned),
        proptest::sample::select(MONTHS.to_vec()).prop_map(str::to_owned),
        "[0-9]{1,6}",
        "[0-9]{2}:[0-9]{2}:[0-9]{2}",
        (0_i64..253_402_300_800).prop_map(|unix| Date::of(unix).imf()),
        (0_i64..253_402_300_800).prop_map(|unix| Date::of(unix).rfc850()),
        (0_i64..253_402_300_800).prop_map(|unix| Date::of(unix).asctime()),
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_have_a_reading(bytes in proptest::collection::vec(any::<u8>(), 0..200), times in times()) {
        let text = String::from_utf8_lossy(&bytes);
        check(&read(&text, times), &text);
        let _ = read_field(&RETRY_AFTER, &text);
        let _ = field_reading(&RETRY_AFTER, &text);
        let _ = read_time(&text, times.date);
    }

    #[test]
    fn anything_like_a_header_has_a_reading(text in pieces(), times in times()) {
        check(&read(&text, times), &text);
        let _ = read_field(&RETRY_AFTER, &text);
        let _ = field_reading(&RETRY_AFTER, &text);
        let _ = read_time(&text, times.date);
    }

    #[test]
    fn seconds_come_back_as_they_were(seconds in any::<u64>(), zeros in 0_usize..4) {
        let reading = read(&format!("Retry-After: {}{seconds}", "0".repeat(zeros)), Times::default());
        let ms = (u128::from(seconds) * 1000).to_string();
        prop_assert_eq!(reading.form, Form::DeltaSeconds);
        prop_assert_eq!(reading.strict.floor_ms.map(|ms| ms.to_string()), Some(ms.clone()));
        prop_assert_eq!(reading.lenient.floor_ms.map(|ms| ms.to_string()), Some(ms));
    }

    #[test]
    fn fractions_are_exact(whole in any::<u32>(), millis in 1_u32..1000) {
        let reading = read(&format!("{whole}.{millis:03}"), Times::default());
        let ms = (u64::from(whole) * 1000 + u64::from(millis)).to_string();
        prop_assert_eq!(reading.floor_ms().map(ToString::to_string), Some(ms));
        let rounded_up = Hint::Fraction { whole_seconds: Some(u64::from(whole) + 1) };
        prop_assert!(reading.hints.contains(&rounded_up));
    }

    /// All forms of one moment within 50 years after the reference, and the years before it, ask for the same wait.
    #[test]
    fn the_forms_of_a_moment_agree(reference in 0_i64..250_000_000_000, ahead in -1_000_000_000_i64..1_500_000_000) {
        let unix = (reference + ahead).max(0);
        let date = Date::of(unix);
        let times = Times { date: read_time(&Date::of(reference).iso(), None), now: None };
        prop_assert!(times.date.is_some());
        let expected = Some(((unix - reference).max(0) * 1000).to_string());
        for text in [date.imf(), date.rfc850(), date.asctime()] {
            let reading = read(&text, times);
            prop_assert_eq!(reading.form, Form::HttpDate, "{}", text);
            prop_assert_eq!(reading.strict.floor_ms.as_ref().map(ToString::to_string), expected.clone(), "{}", text);
            let odd = reading.hints.iter().any(|hint| matches!(hint, Hint::WrongWeekday { .. }));
            prop_assert!(!odd, "{}: {:?}", text, reading.hints);
        }
        let reading = read(&date.iso(), times);
        prop_assert_eq!(reading.form, Form::IsoDate);
        prop_assert_eq!(reading.floor_ms().map(ToString::to_string), expected);
    }

    /// A moment is shown in the standard's form, which is read as the same moment.
    #[test]
    fn moments_round_trip(unix in 0_i64..253_402_300_800) {
        let text = Date::of(unix).imf();
        let at = read_time(&text, None).expect("a date");
        prop_assert_eq!(at.to_string(), text);
    }
}
