//! The fields of a policy and its surroundings, and what each accepts.

use super::dialect_limits as wide;
use super::limits as plain;
use crate::units::{ChoiceSpec, FieldSpec};

/// What a field accepts.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// A number within the limits of a table row.
    Number(&'static FieldSpec),
    /// Such a number, or one word.
    NumberOr(&'static FieldSpec, &'static str),
    /// One of some words.
    Choice(&'static ChoiceSpec),
    /// Numbers with commas between them, each within the limits; blanks between commas where `true`.
    List(&'static FieldSpec, bool),
    /// A name of small letters, digits and hyphens.
    Name(&'static NameSpec),
}

/// A name as a row of a limits table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameSpec {
    /// The key in links and on the command line.
    pub key: &'static str,
    /// The visible label.
    pub label: &'static str,
    /// Most characters.
    pub longest: usize,
    /// One sentence on what the name means.
    pub help: &'static str,
}

impl NameSpec {
    /// Whether a text is such a name.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        !text.is_empty() && text.len() <= self.longest && text.bytes().all(fits)
    }

    /// The allowed names in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        format!("up to {} small letters, digits and hyphens", self.longest)
    }
}

impl Accepts {
    /// The key in links and on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Number(spec) | Self::NumberOr(spec, _) | Self::List(spec, _) => spec.key,
            Self::Choice(spec) => spec.key,
            Self::Name(spec) => spec.key,
        }
    }

    /// The visible label.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Number(spec) | Self::NumberOr(spec, _) | Self::List(spec, _) => spec.label,
            Self::Choice(spec) => spec.label,
            Self::Name(spec) => spec.label,
        }
    }

    /// One sentence on what the field means.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::Number(spec) | Self::NumberOr(spec, _) | Self::List(spec, _) => spec.help,
            Self::Choice(spec) => spec.help,
            Self::Name(spec) => spec.help,
        }
    }

    /// The allowed range or choices, in words.
    #[must_use]
    pub fn allowed(self) -> String {
        match self {
            Self::Number(spec) => spec.allowed(),
            Self::NumberOr(spec, word) => format!("{}, or {word}", spec.allowed()),
            Self::Choice(spec) => spec.allowed(),
            Self::Name(spec) => spec.allowed(),
            Self::List(spec, blanks) => {
                let blank = if blanks { " (blank: none)" } else { "" };
                let each = FieldSpec { default: Some(spec.min), ..*spec }.allowed();
                format!("up to {} values with commas{blank}, each {each}", wide::LONGEST_LIST)
            }
        }
    }

    /// The default as canonical text; empty for a field that is unset by default.
    #[must_use]
    pub fn default_text(self) -> String {
        match self {
            Self::Number(spec) | Self::NumberOr(spec, _) | Self::List(spec, _) => {
                spec.default.map(|steps| spec.write(steps)).unwrap_or_default()
            }
            Self::Choice(spec) => spec.write(0).to_owned(),
            Self::Name(_) => String::new(),
        }
    }
}

/// Where a field belongs on a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldGroup {
    /// The plain calculator.
    Plain,
    /// More about the call.
    Conditions,
    /// A library's dialect.
    Dialect,
    /// What the policy stands for; changes no number.
    Label,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $group:ident = $plain:expr $(, wide $wide:expr)?;)*) => {
        /// The fields of a plan, in the order of the canonical link.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Field { $($(#[$doc])* $name,)* }

        impl Field {
            /// All fields, in the order of the canonical link.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// What the field accepts on the plain calculator's form.
            #[must_use]
            pub const fn accepts(self) -> Accepts {
                match self { $(Self::$name => $plain,)* }
            }

            /// What the field accepts in a general policy: one with any field of a dialect.
            #[must_use]
            pub const fn accepts_in_dialect(self) -> Accepts {
                match self { $($(Self::$name => $wide,)?)* _ => self.accepts() }
            }

            /// Where it belongs.
            #[must_use]
            pub const fn group(self) -> FieldGroup {
                match self { $(Self::$name => FieldGroup::$group,)* }
            }
        }
    };
}

use Accepts::{Choice, List, Name, Number, NumberOr};

fields! {
    /// Baseline delay of retry 1.
    Base: Plain = Number(&plain::BASE), wide Number(&wide::WIDE_BASE);
    /// Growth of the baseline.
    Multiplier: Plain = Number(&plain::MULTIPLIER), wide Number(&wide::WIDE_MULTIPLIER);
    /// Upper limit of the baseline.
    Cap: Plain = Number(&plain::CAP), wide NumberOr(&wide::WIDE_CAP, wide::NO_CAP);
    /// Retries after the initial request.
    Retries: Plain = Number(&plain::RETRIES), wide NumberOr(&wide::WIDE_RETRIES, wide::UNLIMITED);
    /// Jitter family.
    Jitter: Plain = Choice(&plain::JITTER), wide Choice(&wide::WIDE_JITTER);
    /// Time each request takes.
    Request: Plain = Number(&plain::REQUEST);
    /// Floor under every wait.
    RetryAfter: Plain = Number(&plain::RETRY_AFTER);
    /// Limit on the whole call.
    Deadline: Plain = Number(&plain::DEADLINE);
    /// Time a request takes at most, where requests vary.
    RequestMost: Conditions = Number(&plain::REQUEST_MOST);
    /// Limit on one attempt.
    AttemptTimeout: Conditions = Number(&plain::ATTEMPT_TIMEOUT);
    /// Retry-After before each retry, where they differ.
    RetryAfters: Conditions = List(&plain::RETRY_AFTERS, true);
    /// How the baseline grows.
    Growth: Dialect = Choice(&wide::GROWTH);
    /// Exponent of the first retry.
    Offset: Dialect = Choice(&wide::OFFSET);
    /// Largest exponent.
    MaxExponent: Dialect = Number(&wide::MAX_EXPONENT);
    /// Doublings before growth becomes linear.
    Doublings: Dialect = Number(&wide::DOUBLINGS);
    /// Scale of polynomial growth.
    Step: Dialect = Number(&wide::STEP);
    /// Power of polynomial growth.
    Power: Dialect = Number(&wide::POWER);
    /// Stated baselines.
    Waits: Dialect = List(&wide::WAITS, false);
    /// Where the cap acts.
    CapOrder: Dialect = Choice(&wide::CAP_ORDER);
    /// Whether the cap acts on the first retry.
    CapFirst: Dialect = Choice(&wide::CAP_FIRST);
    /// What reaching the cap does.
    AtCap: Dialect = Choice(&wide::AT_CAP);
    /// Least factor of the draw.
    JitterLo: Dialect = Number(&wide::JITTER_LO);
    /// Greatest factor of the draw.
    JitterHi: Dialect = Number(&wide::JITTER_HI);
    /// How much jitter takes away.
    JitterDown: Dialect = Number(&wide::JITTER_DOWN);
    /// How much jitter adds.
    JitterUp: Dialect = Number(&wide::JITTER_UP);
    /// Whether the shift grows.
    JitterGrows: Dialect = Choice(&wide::JITTER_GROWS);
    /// Lower end of a window.
    JitterFloor: Dialect = Number(&wide::JITTER_FLOOR);
    /// Power of the draw.
    JitterPower: Dialect = Number(&wide::JITTER_POWER);
    /// Least first wait of a feedback.
    FirstLo: Dialect = Number(&wide::FIRST_LO);
    /// Greatest first wait of a feedback.
    FirstHi: Dialect = Number(&wide::FIRST_HI);
    /// Factor before the draw of a feedback.
    Pre: Dialect = Number(&wide::PRE);
    /// Factor after the draw of a feedback.
    Post: Dialect = Number(&wide::POST);
    /// Where the draw of a feedback begins.
    From: Dialect = Choice(&wide::FROM);
    /// Rounding.
    Rounding: Dialect = Choice(&wide::ROUNDING);
    /// Unit of the rounding.
    RoundingUnit: Dialect = Number(&wide::ROUNDING_UNIT);
    /// Whether the top of the draw is reached.
    RoundingTop: Dialect = Choice(&wide::ROUNDING_TOP);
    /// Whether every step is rounded.
    RoundingSteps: Dialect = Choice(&wide::ROUNDING_STEPS);
    /// Least wait.
    Min: Dialect = Number(&wide::MIN);
    /// How the first retry differs.
    First: Dialect = Choice(&wide::FIRST);
    /// What a Retry-After does.
    Rule: Dialect = Choice(&wide::RULE);
    /// Greatest Retry-After obeyed.
    RuleLimit: Dialect = Number(&wide::RULE_LIMIT);
    /// What a greater one does.
    RuleOver: Dialect = Choice(&wide::RULE_OVER);
    /// What a Retry-After of zero does.
    RuleZero: Dialect = Choice(&wide::RULE_ZERO);
    /// How far a clamped Retry-After goes.
    RuleExtra: Dialect = Number(&wide::RULE_EXTRA);
    /// How far an override is stretched.
    RuleStretch: Dialect = Number(&wide::RULE_STRETCH);
    /// The library whose policy this is.
    Client: Label = Name(&wide::CLIENT);
}

impl Field {
    /// The key in links and on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.accepts().key()
    }

    /// The visible label.
    #[must_use]
    pub const fn label(self) -> &'static str {
        self.accepts().label()
    }

    /// The default as canonical text; empty for a field that is unset by default.
    #[must_use]
    pub fn default_text(self) -> String {
        self.accepts().default_text()
    }

    /// The field a key names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.key() == key)
    }
}
