//! RFC 9110's HTTP-date, by the letter (5.6.7): case-sensitive, single spaces, GMT.

use super::digits::{clock, number, two};
use super::form::DateForm;
use super::instant::{Instant, MONTHS, WEEKDAYS};

/// How far in the future a date with a two-digit year may be, in years.
///
/// RFC 9110, 5.6.7: a timestamp that appears to be more than 50 years in the future is to be taken as the most
/// recent year in the past with the same last two digits.
const MAX_YEARS_AHEAD: i32 = 50;
/// Centuries to look back at most for a year ending in 00 that has a 29 February: every fourth does.
const LONGEST_WITHOUT_LEAP: i32 = 4;

/// The parts of a text that has one of the three forms. The day need not exist.
pub(super) struct HttpDate<'a> {
    pub form: DateForm,
    /// The weekday as written, short or full.
    pub weekday: &'a str,
    /// All digits of the year: four, or two in [`DateForm::Rfc850`].
    year: i16,
    month: u8,
    day: u8,
    time: [u8; 3],
}

impl<'a> HttpDate<'a> {
    /// The parts, when the text is one of the three forms to the letter.
    pub fn parse(text: &'a str) -> Option<Self> {
        Self::imf_fixdate(text).or_else(|| Self::rfc850(text)).or_else(|| Self::asctime(text))
    }

    fn imf_fixdate(text: &'a str) -> Option<Self> {
        let (weekday, rest) = text.split_once(", ")?;
        let [day, month, year, time, "GMT"] = words(rest)[..] else { return None };
        let parts = (DateForm::ImfFixdate, short_weekday(weekday)?);
        Self::of(parts, number(year, 4)?, month, two(day)?, time)
    }

    fn rfc850(text: &'a str) -> Option<Self> {
        let (weekday, rest) = text.split_once(", ")?;
        let [date, time, "GMT"] = words(rest)[..] else { return None };
        let [day, month, year] = date.split('-').collect::<Vec<_>>()[..] else { return None };
        let weekday = WEEKDAYS.contains(&weekday).then_some(weekday)?;
        Self::of((DateForm::Rfc850, weekday), number(year, 2)?, month, two(day)?, time)
    }

    fn asctime(text: &'a str) -> Option<Self> {
        let (weekday, month, day, time, year) = match words(text)[..] {
            [weekday, month, "", day, time, year] => (weekday, month, number(day, 1)?, time, year),
            [weekday, month, day, time, year] => (weekday, month, two(day)?, time, year),
            _ => return None,
        };
        let parts = (DateForm::Asctime, short_weekday(weekday)?);
        Self::of(parts, number(year, 4)?, month, day, time)
    }

    fn of((form, weekday): (DateForm, &'a str), year: i16, month: &str, day: u8, time: &str) -> Option<Self> {
        let month = MONTHS.iter().position(|name| *name == month)?;
        Some(Self { form, weekday, year, month: u8::try_from(month + 1).ok()?, day, time: clock(time)? })
    }

    /// Whether there is such a day and time, in any year the text may mean.
    pub fn exists(&self) -> bool {
        match self.form {
            // A leap year has every day that any year has.
            DateForm::Rfc850 => self.in_year(2000).is_some(),
            DateForm::ImfFixdate | DateForm::Asctime => self.in_year(self.year).is_some(),
        }
    }

    /// What it means; `None` when there is no such day, or a two-digit year has no reference.
    pub fn meaning(&self, reference: Option<Instant>) -> Option<Meaning> {
        match self.form {
            DateForm::ImfFixdate | DateForm::Asctime => self.in_year(self.year),
            DateForm::Rfc850 => {
                let reference = reference?;
                let is_near = |meant: &Meaning| !meant.at.is_years_after(MAX_YEARS_AHEAD, reference);
                let century = reference.year().div_euclid(100);
                // The latest year that is not too far ahead; 29 February needs one that has it.
                let centuries = (century - LONGEST_WITHOUT_LEAP..=century + 1).rev();
                let mut years = centuries.filter_map(|c| i16::try_from(c * 100 + i32::from(self.year)).ok());
                years.find_map(|year| self.in_year(year).filter(is_near))
            }
        }
    }

    fn in_year(&self, year: i16) -> Option<Meaning> {
        let at = Instant::new(year, self.month, self.day, self.time)?;
        // Of the day itself: a leap second is the first moment of the next one.
        let weekday = Instant::new(year, self.month, self.day, [0; 3])?.weekday();
        Some(Meaning { at, year, weekday })
    }
}

/// What a date means.
pub(super) struct Meaning {
    pub at: Instant,
    /// All digits of its year.
    pub year: i16,
    /// The full name of the weekday it falls on.
    pub weekday: &'static str,
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// A short weekday name, unchanged.
fn short_weekday(text: &str) -> Option<&str> {
    (text.len() == 3 && WEEKDAYS.iter().any(|name| name.starts_with(text))).then_some(text)
}
