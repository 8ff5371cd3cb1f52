//! The forms a value can have: closed vocabularies.

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Digits only, as the standard's delay-seconds.
    DeltaSeconds,
    /// One of the standard's three date forms.
    HttpDate,
    /// Digits with a decimal point.
    DecimalSeconds,
    /// A number with a sign.
    SignedSeconds,
    /// A date as mails write it, or nearly one of the standard's forms.
    LooseDate,
    /// A date and time of ISO 8601 with its zone.
    IsoDate,
    /// None of these.
    Unknown,
    /// Nothing at all.
    Empty,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 8] = [
        Self::DeltaSeconds,
        Self::HttpDate,
        Self::DecimalSeconds,
        Self::SignedSeconds,
        Self::LooseDate,
        Self::IsoDate,
        Self::Unknown,
        Self::Empty,
    ];

    /// The word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::DeltaSeconds => "delta-seconds",
            Self::HttpDate => "http-date",
            Self::DecimalSeconds => "decimal-seconds",
            Self::SignedSeconds => "signed-seconds",
            Self::LooseDate => "loose-date",
            Self::IsoDate => "iso-date",
            Self::Unknown => "unknown",
            Self::Empty => "empty",
        }
    }

    /// Whether it says when, so that a wait needs a reference.
    #[must_use]
    pub const fn is_date(self) -> bool {
        matches!(self, Self::HttpDate | Self::LooseDate | Self::IsoDate)
    }
}

/// The three forms of RFC 9110's HTTP-date (5.6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateForm {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`: the one that senders must generate.
    ImfFixdate,
    /// `Sunday, 06-Nov-94 08:49:37 GMT`: obsolete, with a year of two digits.
    Rfc850,
    /// `Sun Nov  6 08:49:37 1994`: obsolete, as C's asctime writes it.
    Asctime,
}

impl DateForm {
    /// The name in the standard's grammar, and the word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::ImfFixdate => "imf-fixdate",
            Self::Rfc850 => "rfc850-date",
            Self::Asctime => "asctime-date",
        }
    }
}
