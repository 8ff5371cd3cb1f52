//! The library view's state.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::library::{Catalogue, Entry};
use crate::link::{Filter, LibraryLink, MAX_COMPARED, encode_library};
use crate::units::Violation;
use crate::web::catalogue;

/// How far the catalogue is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum Load {
    /// Nobody asked for it yet.
    Idle,
    /// Under way.
    Loading,
    /// There.
    Ready(Arc<Catalogue>),
    /// Not to be had, in words.
    Failed(String),
}

/// The state, copied around as signals.
#[derive(Clone, Copy)]
pub(in crate::app) struct LibraryState {
    /// The catalogue, loaded when it is first needed.
    pub load: RwSignal<Load>,
    /// What the list shows.
    pub filter: RwSignal<Filter>,
    /// The entry shown.
    pub chosen: RwSignal<Option<String>>,
    /// The entries compared.
    pub compared: RwSignal<Vec<String>>,
    /// What is wrong with the link.
    pub violations: RwSignal<Vec<Violation>>,
    /// Keys of the link that changed nothing.
    pub unknown_keys: RwSignal<Vec<String>>,
    /// The retry selected in the plan shown.
    pub selected: RwSignal<u32>,
    /// The header to try on a library.
    pub header: RwSignal<String>,
}

impl LibraryState {
    pub fn new(link: LibraryLink) -> Self {
        let state = Self {
            load: RwSignal::new(Load::Idle),
            filter: RwSignal::default(),
            chosen: RwSignal::default(),
            compared: RwSignal::default(),
            violations: RwSignal::default(),
            unknown_keys: RwSignal::default(),
            selected: RwSignal::new(1),
            header: RwSignal::default(),
        };
        state.open(link);
        state
    }

    /// Shows what a link holds.
    pub fn open(&self, link: LibraryLink) {
        self.filter.set(link.filter);
        self.chosen.set(link.id);
        self.compared.set(link.compared);
        self.violations.set(link.violations);
        self.unknown_keys.set(link.unknown_keys);
    }

    /// The canonical link of what is shown.
    pub fn link(&self) -> String {
        encode_library(&LibraryLink {
            id: self.chosen.get(),
            compared: self.compared.get(),
            filter: self.filter.get(),
            ..LibraryLink::default()
        })
    }

    /// Loads the catalogue unless it is there or under way. A failed load is tried again.
    pub fn want(&self) {
        if matches!(self.load.get_untracked(), Load::Loading | Load::Ready(_)) {
            return;
        }
        let load = self.load;
        load.set(Load::Loading);
        spawn_local(async move {
            let read =
                catalogue::fetch().await.and_then(|text| Catalogue::parse(&text).map_err(|e| e.to_string()));
            load.set(match read {
                Ok(catalogue) => Load::Ready(Arc::new(catalogue)),
                Err(why) => Load::Failed(why),
            });
        });
    }

    /// Runs `then` with the catalogue, now or as soon as it is loaded.
    pub fn with_catalogue(&self, then: impl Fn(&Catalogue) + 'static) {
        self.want();
        let load = self.load;
        let done = StoredValue::new(false);
        Effect::new(move |_| {
            if let Load::Ready(catalogue) = load.get()
                && !done.get_value()
            {
                done.set_value(true);
                untrack(|| then(&catalogue));
            }
        });
    }

    /// The catalogue, once it is there.
    pub fn catalogue(&self) -> Option<Arc<Catalogue>> {
        self.load.with(|load| match load {
            Load::Ready(catalogue) => Some(catalogue.clone()),
            _ => None,
        })
    }

    /// The entry shown: the chosen one; `None` without a choice or with an unknown one.
    pub fn entry(&self) -> Option<Entry> {
        let catalogue = self.catalogue()?;
        self.chosen.with(|id| id.as_ref().and_then(|id| catalogue.find(id).cloned()))
    }

    /// Whether an entry is compared.
    pub fn is_compared(&self, id: &str) -> bool {
        self.compared.with(|all| all.iter().any(|one| one == id))
    }

    /// Whether no more can be compared.
    pub fn is_full(&self) -> bool {
        self.compared.with(|all| all.len() >= MAX_COMPARED)
    }

    /// Takes an entry into the comparison, or out of it.
    pub fn toggle_compared(&self, id: &str) {
        self.compared.update(|all| match all.iter().position(|one| one == id) {
            Some(at) => {
                all.remove(at);
            }
            None if all.len() < MAX_COMPARED => all.push(id.to_owned()),
            None => {}
        });
    }
}
