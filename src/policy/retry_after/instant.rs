//! Points in time, in UTC.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::math::Exact;

/// English month names as HTTP-date writes them.
pub(super) const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// English weekday names from Monday; their first three letters are the short names.
pub(super) const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A point in time in UTC, to the nanosecond, in the years −9999 to 9999.
///
/// Shown as RFC 9110's IMF-fixdate; parts of a second are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(DateTime);

impl Instant {
    /// A day and a time of it (hours, minutes, seconds); `None` when there is no such day or time.
    ///
    /// 23:59:60, the leap second, is the moment after 23:59:59, as in Unix time.
    pub(super) fn new(year: i16, month: u8, day: u8, time: [u8; 3]) -> Option<Self> {
        let [hour, minute, second] = time.map(|n| i8::try_from(n).unwrap_or(i8::MAX));
        let leap = (hour, minute, second) == (23, 59, 60);
        let second = if leap { 59 } else { second };
        let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        let at = DateTime::new(year, month, day, hour, minute, second, 0).ok()?;
        let leap = jiff::SignedDuration::from_secs(leap.into());
        at.checked_add(leap).ok().map(Self)
    }

    /// So many seconds and milliseconds after the start of 1970; `None` beyond the years it holds.
    pub(super) fn from_unix(seconds: u64, millis: u64) -> Option<Self> {
        let nanos = i32::try_from(millis.checked_mul(1_000_000)?).ok()?;
        Timestamp::new(i64::try_from(seconds).ok()?, nanos).ok().map(Self::from_timestamp)
    }

    pub(super) fn from_timestamp(timestamp: Timestamp) -> Self {
        Self(timestamp.to_zoned_datetime(TimeZone::UTC).datetime())
    }

    /// The year, of the Gregorian calendar.
    #[must_use]
    pub fn year(self) -> i16 {
        self.0.year()
    }

    /// The same date and time so many years later; the last of the month where that day is missing.
    pub(super) fn years_later(self, years: i16) -> Option<Self> {
        self.0.checked_add(jiff::Span::new().try_years(years).ok()?).ok().map(Self)
    }

    /// The weekday's full name.
    pub(super) fn weekday(self) -> &'static str {
        WEEKDAYS[usize::try_from(self.0.weekday().to_monday_zero_offset()).unwrap_or(0) % WEEKDAYS.len()]
    }

    /// Exact milliseconds from `earlier` to this; negative when this is before it.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> Exact {
        let between = self.0.duration_since(earlier.0);
        let size = between.unsigned_abs();
        let ms = Exact::from_steps(size.as_secs(), 0).times(1000)
            + Exact::from_steps(size.subsec_nanos().into(), 6);
        if between.is_negative() { Exact::zero() - ms } else { ms }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.0;
        let month = MONTHS[usize::try_from(at.month() - 1).unwrap_or(0) % MONTHS.len()];
        let weekday = &self.weekday()[..3];
        let (day, year, hour, minute, second) = (at.day(), at.year(), at.hour(), at.minute(), at.second());
        write!(f, "{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
    }
}
