//! Splitting a link into keys and values, before any key is understood.

use std::collections::BTreeMap;

use crate::units::{Problem, Violation};

use super::VERSION;

/// Longest link that is read, in bytes; browsers and chats cut links long before this.
const MAX_LINK_LEN: usize = 100_000;

/// The views of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// What one client's retries can do.
    Plan,
    /// What a crowd of clients does to a server.
    Simulate,
    /// What libraries really do.
    Library,
}

impl View {
    /// All views, in the order of the navigation.
    pub const ALL: [Self; 3] = [Self::Plan, Self::Simulate, Self::Library];

    /// The word in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Simulate => "simulate",
            Self::Library => "library",
        }
    }

    /// The label in the navigation.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Plan => "Plan",
            Self::Simulate => "Simulate",
            Self::Library => "Library",
        }
    }

    fn allowed() -> String {
        Self::ALL.map(Self::key).join(", ")
    }
}

/// A link taken apart: pairs in order, and what is wrong with the link as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    pairs: Vec<(String, String)>,
    /// The view asked for; `None` when the link names none (or an unknown one, which is in `violations`).
    pub view: Option<View>,
    /// Repeated keys, an unreadable version, an unknown view.
    pub violations: Vec<Violation>,
}

impl Query {
    /// Takes apart a whole URL, a fragment (with or without `#`) or bare `key=value&…`.
    ///
    /// Percent-encoding is decoded, invalid sequences become U+FFFD. Never fails: what is wrong
    /// is in [`Query::violations`].
    #[must_use]
    pub fn parse(link: &str) -> Self {
        let link = link.trim();
        let mut query = Self { pairs: Vec::new(), view: None, violations: Vec::new() };
        if link.len() > MAX_LINK_LEN {
            let problem = Problem::Other(format!("is too long ({} bytes)", link.len()));
            query.reject("link", link, problem, format!("at most {MAX_LINK_LEN} bytes"));
            return query;
        }
        query.pairs = form_urlencoded::parse(fragment(link).as_bytes()).into_owned().collect();
        // "&&" or a bare "#" gives a pair of two empty strings; it says nothing.
        query.pairs.retain(|(key, value)| !(key.is_empty() && value.is_empty()));
        query.reject_repeated();
        query.read_version();
        query.read_view();
        query
    }

    /// The value of a key; `None` if absent. Of a repeated key, the first.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// The keys that are none of `known` and no part of the link format itself.
    #[must_use]
    pub fn unknown_keys(&self, known: &[&str]) -> Vec<String> {
        let is_known = |key: &str| key == "v" || key == "view" || known.contains(&key);
        self.pairs.iter().filter(|(key, _)| !is_known(key)).map(|(key, _)| key.clone()).collect()
    }

    /// This link with `defaults` (`key=value&…`) behind it: a key that the link gives, even empty, wins.
    #[must_use]
    pub fn over(mut self, defaults: &str) -> Self {
        let behind = form_urlencoded::parse(defaults.as_bytes()).into_owned();
        let missing: Vec<(String, String)> = behind.filter(|(key, _)| self.get(key).is_none()).collect();
        self.pairs.extend(missing);
        self
    }

    /// This link without a key.
    #[must_use]
    pub fn without(mut self, key: &str) -> Self {
        self.pairs.retain(|(k, _)| k != key);
        self
    }

    /// This link, wrong in one more way.
    #[must_use]
    pub fn rejected(mut self, violation: Violation) -> Self {
        self.violations.push(violation);
        self
    }

    fn reject(&mut self, key: &str, raw: &str, problem: Problem, allowed: String) {
        self.violations.push(Violation { key: key.to_owned(), raw: raw.to_owned(), problem, allowed });
    }

    fn reject_repeated(&mut self) {
        // By key, then in the order of the link: hostile links can hold tens of thousands of keys,
        // so pairs are not compared with each other.
        let mut seen: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, (key, _)) in self.pairs.iter().enumerate() {
            seen.entry(key).or_default().push(at);
        }
        let mut repeated: Vec<Vec<usize>> = seen.into_values().filter(|at| at.len() > 1).collect();
        repeated.sort_unstable();
        for at in repeated {
            let key = self.pairs[at[0]].0.clone();
            let values: Vec<&str> = at.iter().map(|&at| self.pairs[at].1.as_str()).collect();
            let (raw, problem) = (values.join("\", \""), Problem::Repeated(values.len()));
            self.reject(&key, &raw, problem, "each key once".to_owned());
        }
    }

    fn read_version(&mut self) {
        let Some(raw) = self.get("v").map(str::to_owned) else { return };
        if !raw.is_empty() && raw != VERSION.to_string() {
            let problem = Problem::Other("is no link version this program reads".to_owned());
            self.reject("v", &raw, problem, VERSION.to_string());
        }
    }

    fn read_view(&mut self) {
        let Some(raw) = self.get("view").map(str::to_owned).filter(|raw| !raw.is_empty()) else { return };
        self.view = View::ALL.into_iter().find(|view| view.key() == raw);
        if self.view.is_none() {
            self.reject("view", &raw, Problem::UnknownChoice, View::allowed());
        }
    }
}

/// The part of a link that carries the state: after `#`, else after `?` of a URL, else all of it.
///
/// Bare `key=value&…` is no address, so a `#` in it is part of a value.
fn fragment(link: &str) -> &str {
    if let Some((before, fragment)) = link.split_once('#') {
        let is_bare = before.contains('=') && !before.contains(['/', '?', ':']);
        return if is_bare { link } else { fragment };
    }
    match link.split_once('?') {
        Some((before, query)) if !before.contains('=') => query,
        _ => link,
    }
}
