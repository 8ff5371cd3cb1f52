//! Library links: `v=1&view=library&id=got`, or `&compare=got,ky` for entries side by side, with the list's filter
//! as `find`, `language`, `jitter`, `retry_after` and `budget` (yes or no).

use super::{Query, VERSION, View};
use crate::units::{Problem, Violation};

/// Most libraries compared at once.
pub const MAX_COMPARED: usize = 4;
/// Longest text that is looked for, in bytes.
const LONGEST_FIND: usize = 100;

/// What of the catalogue is shown. `None` and empty text let everything pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words that must all occur in id, name or language, in any case.
    pub text: String,
    /// Only this language.
    pub language: Option<String>,
    /// Only with jitter, or only without.
    pub jitter: Option<bool>,
    /// Only those that look at Retry-After, or only those that do not.
    pub retry_after: Option<bool>,
    /// Only those with a budget, or only those without.
    pub budget: Option<bool>,
}

/// The state of the library view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryLink {
    /// The entry shown.
    pub id: Option<String>,
    /// The entries compared, in order, each once.
    pub compared: Vec<String>,
    /// What the list shows.
    pub filter: Filter,
    /// What is wrong with the link.
    pub violations: Vec<Violation>,
    /// Keys this version does not know.
    pub unknown_keys: Vec<String>,
}

const KEYS: [&str; 7] = ["id", "compare", "find", "language", "jitter", "retry_after", "budget"];

/// Decodes a link of the library view. Ids are not looked up: whoever has the catalogue does that.
#[must_use]
pub fn decode_library(query: &Query) -> LibraryLink {
    let given = |key: &str| query.get(key).map(str::trim).filter(|text| !text.is_empty());
    let mut link = LibraryLink {
        id: given("id").map(str::to_owned),
        violations: query.violations.clone(),
        unknown_keys: query.unknown_keys(&KEYS),
        ..LibraryLink::default()
    };
    let mut wrong = |key: &str, raw: &str, problem: String, allowed: String| {
        let problem = Problem::Other(problem);
        link.violations.push(Violation { key: key.to_owned(), raw: raw.to_owned(), problem, allowed });
    };
    let mut compared: Vec<String> = Vec::new();
    for id in given("compare").unwrap_or_default().split(',').map(str::trim).filter(|id| !id.is_empty()) {
        if compared.len() == MAX_COMPARED {
            let raw = given("compare").unwrap_or_default();
            wrong(
                "compare",
                raw,
                "names too many libraries".to_owned(),
                format!("at most {MAX_COMPARED} ids"),
            );
            break;
        }
        if compared.iter().all(|known| known != id) {
            compared.push(id.to_owned());
        }
    }
    let mut text = given("find").unwrap_or_default().to_owned();
    if text.len() > LONGEST_FIND {
        wrong("find", &text, "is too long".to_owned(), format!("at most {LONGEST_FIND} bytes"));
        text.clear();
    }
    let mut yes_or_no = |key: &str| match given(key) {
        None => None,
        Some("yes") => Some(true),
        Some("no") => Some(false),
        Some(raw) => {
            wrong(key, raw, "is neither".to_owned(), "yes, no".to_owned());
            None
        }
    };
    let (jitter, retry_after, budget) = (yes_or_no("jitter"), yes_or_no("retry_after"), yes_or_no("budget"));
    let language = given("language").map(str::to_owned);
    link.filter = Filter { text, language, jitter, retry_after, budget };
    link.compared = compared;
    link
}

/// The canonical link of the library view, without `#`; what lets everything pass is left out.
#[must_use]
pub fn encode_library(link: &LibraryLink) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    pairs.append_pair("v", &VERSION.to_string()).append_pair("view", View::Library.key());
    let yes_or_no = |asked: Option<bool>| asked.map(|asked| if asked { "yes" } else { "no" }.to_owned());
    let filter = &link.filter;
    let values = [
        link.id.clone(),
        Some(link.compared.join(",")),
        Some(filter.text.clone()),
        filter.language.clone(),
        yes_or_no(filter.jitter),
        yes_or_no(filter.retry_after),
        yes_or_no(filter.budget),
    ];
    for (key, value) in KEYS.iter().zip(values) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            pairs.append_pair(key, &value);
        }
    }
    // A comma needs no escaping in a fragment and reads better as itself.
    pairs.finish().replace("%2C", ",")
}
