//! The catalogue as a whole: loading, finding, filtering.

use serde::Deserialize;

use super::Entry;
use crate::link::{Filter, Query};
use crate::units::{Problem, Violation};

/// The key of a library in links.
const LIBRARY: &str = "library";
/// The version of the file format this program reads.
const VERSION: u32 = 1;
/// How many near names an unknown id is answered with.
const SUGGESTIONS: usize = 3;

/// All entries, in the order of the file: by language, then by popularity.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

/// Why a catalogue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The text is no catalogue.
    #[error("the catalogue cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// It was made for another version of the program.
    #[error("the catalogue has version {0}; this program reads version {VERSION}")]
    Version(u32),
}

#[derive(Deserialize)]
struct File {
    version: u32,
    entries: Vec<Entry>,
}

impl Catalogue {
    /// Reads a catalogue.
    ///
    /// # Errors
    /// A [`CatalogueError`] for text that is no catalogue of this version.
    pub fn parse(text: &str) -> Result<Self, CatalogueError> {
        let file: File = serde_json::from_str(text)?;
        if file.version != VERSION {
            return Err(CatalogueError::Version(file.version));
        }
        Ok(Self { entries: file.entries })
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with an id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The ids nearest to a mistyped one, nearest first.
    #[must_use]
    pub fn nearest(&self, id: &str) -> Vec<&str> {
        let id = id.to_lowercase();
        let score = |known: &str| {
            let holds = known.contains(&id) || (known.len() > 2 && id.contains(known));
            let likeness = strsim::jaro_winkler(known, &id);
            if holds { likeness.max(0.9) } else { likeness }
        };
        let mut scored: Vec<(f64, &str)> =
            self.entries.iter().map(|entry| (score(&entry.id), entry.id.as_str())).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.into_iter().take(SUGGESTIONS).filter(|(score, _)| *score > 0.7).map(|(_, id)| id).collect()
    }

    /// A link in which `library=ID` stands for that library's default policy: its keys are filled in where the
    /// link gives none of its own, and the library is kept as `client`. Other links stay as they are.
    #[must_use]
    pub fn expand(&self, link: Query) -> Query {
        let Some(id) = link.get(LIBRARY).map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()) else {
            return link.without(LIBRARY);
        };
        let link = link.without(LIBRARY);
        match self.find(&id) {
            Some(entry) => link.over(&entry.plan_link()),
            None => link.rejected(self.unknown(&id)),
        }
    }

    /// What is wrong with an unknown id, and which ones are near.
    #[must_use]
    pub fn unknown(&self, id: &str) -> Violation {
        let near = self.nearest(id);
        let allowed = if near.is_empty() {
            "an id of the catalogue (see `retryscope library`)".to_owned()
        } else {
            format!("an id of the catalogue; near it: {}", near.join(", "))
        };
        let problem = Problem::Other("is no library of the catalogue".to_owned());
        Violation { key: LIBRARY.to_owned(), raw: id.to_owned(), problem, allowed }
    }

    /// The entries a filter lets pass.
    pub fn filtered<'a>(&'a self, filter: &'a Filter) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(|entry| passes(filter, entry))
    }

    /// The languages, each once, in the order of the entries.
    #[must_use]
    pub fn languages(&self) -> Vec<&str> {
        let mut languages = Vec::new();
        for entry in &self.entries {
            if !languages.contains(&entry.language.as_str()) {
                languages.push(&entry.language);
            }
        }
        languages
    }
}

/// Whether a filter lets an entry pass.
fn passes(filter: &Filter, entry: &Entry) -> bool {
    let haystack = format!("{} {} {}", entry.id, entry.name, entry.language).to_lowercase();
    let agrees = |asked: Option<bool>, is: bool| asked.is_none_or(|asked| asked == is);
    filter.text.to_lowercase().split_whitespace().all(|word| haystack.contains(word))
        && filter.language.as_ref().is_none_or(|language| *language == entry.language)
        && agrees(filter.jitter, entry.has_jitter())
        && agrees(filter.budget, entry.budget.is_some())
        && filter.retry_after.is_none_or(|asked| asked == entry.honours_retry_after())
}
