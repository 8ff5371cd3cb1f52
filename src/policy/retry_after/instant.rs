//! Points in time, in UTC.

use std::fmt;

use time::{Date, Duration, Month, PrimitiveDateTime};

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
pub struct Instant(PrimitiveDateTime);

impl Instant {
    /// A day and a time of it (hours, minutes, seconds); `None` when there is no such day or time.
    ///
    /// 23:59:60, the leap second, is the moment after 23:59:59, as in Unix time.
    pub(super) fn new(year: i16, month: u8, day: u8, time: [u8; 3]) -> Option<Self> {
        let (time, leap) = if time == [23, 59, 60] { ([23, 59, 59], 1) } else { (time, 0) };
        let date = Date::from_calendar_date(year.into(), Month::try_from(month).ok()?, day).ok()?;
        let [hour, minute, second] = time;
        Self(date.with_hms(hour, minute, second).ok()?).later_by(leap, 0)
    }

    /// So many seconds and milliseconds after the start of 1970; `None` beyond the years it holds.
    pub(super) fn from_unix(seconds: u64, millis: u64) -> Option<Self> {
        let nanos = i32::try_from(millis.checked_mul(1_000_000)?).ok()?;
        Self::new(1970, 1, 1, [0; 3])?.later_by(i64::try_from(seconds).ok()?, nanos)
    }

    /// So many seconds and nanoseconds later; `None` beyond the years it holds.
    pub(super) fn later_by(self, seconds: i64, nanos: i32) -> Option<Self> {
        self.0.checked_add(Duration::new(seconds, nanos)).map(Self)
    }

    /// The moment in UTC, when this is a local time so many minutes ahead of it.
    pub(super) fn with_offset(self, minutes: i32) -> Option<Self> {
        self.later_by(i64::from(minutes) * -60, 0)
    }

    /// The year, of the Gregorian calendar.
    #[must_use]
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// Whether this is more than so many calendar years after `earlier`.
    pub(super) fn is_years_after(self, years: i32, earlier: Self) -> bool {
        let (at, from) = (self.0, earlier.0);
        let rest = |of: PrimitiveDateTime| (u8::from(of.month()), of.day(), of.time());
        (at.year() - years, rest(at)) > (from.year(), rest(from))
    }

    /// The weekday's full name.
    pub(super) fn weekday(self) -> &'static str {
        WEEKDAYS[usize::from(self.0.weekday().number_days_from_monday()) % WEEKDAYS.len()]
    }

    /// Exact milliseconds from `earlier` to this; negative when this is before it.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> Exact {
        let between = self.0 - earlier.0;
        let size = between.unsigned_abs();
        let ms = Exact::from_steps(size.as_secs(), 0).times(1000)
            + Exact::from_steps(size.subsec_nanos().into(), 6);
        if between.is_negative() { Exact::zero() - ms } else { ms }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.0;
        let month = MONTHS[usize::from(u8::from(at.month()) - 1) % MONTHS.len()];
        let weekday = &self.weekday()[..3];
        let (day, year, hour, minute, second) = (at.day(), at.year(), at.hour(), at.minute(), at.second());
        write!(f, "{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
    }
}
