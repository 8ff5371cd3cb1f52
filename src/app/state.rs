//! What the page knows. Everything computable is a memo over what was typed.

use leptos::prelude::*;

use super::components::HeaderTexts;
use super::library::LibraryState;
use super::simulate::SimulateState;
use crate::link::{PlanLink, View};
use crate::policy::{Field, Plan, PlanConfig, PlanInput};
use crate::units::Violation;
use crate::web::preferences::Theme;

/// The whole state, shared by context.
#[derive(Clone, Copy)]
pub(super) struct AppState {
    /// The view shown.
    pub view: RwSignal<View>,
    /// The colour theme.
    pub theme: RwSignal<Theme>,
    /// Fires when the system theme or the pixel ratio changes, so that canvases draw again.
    pub repaint: Trigger,
    /// The plan view.
    pub plan: PlanState,
    /// The simulation view.
    pub simulate: SimulateState,
    /// The library view.
    pub library: LibraryState,
    /// Changed by a choice (an example, a view) rather than by typing: the next address is a step of the history.
    pub by_choice: StoredValue<bool>,
}

impl AppState {
    /// Marks the next address as a step of the history.
    pub fn choose(&self) {
        let by_choice = self.by_choice;
        by_choice.set_value(true);
        // A choice that changes nothing must not make a step of what is typed next.
        set_timeout(
            move || {
                by_choice.try_set_value(false);
            },
            std::time::Duration::ZERO,
        );
    }
}

/// The plan view's state.
#[derive(Clone, Copy)]
pub(super) struct PlanState {
    /// Every field as typed.
    pub config: RwSignal<PlanConfig>,
    /// What is wrong with the link the page was opened with, beyond the fields' own texts.
    pub link_violations: RwSignal<Vec<Violation>>,
    /// Keys of that link which changed nothing.
    pub unknown_keys: RwSignal<Vec<String>>,
    /// Everything wrong now, all fields at once.
    pub violations: Memo<Vec<Violation>>,
    /// The last valid input, and the present one when `violations` is empty.
    pub input: Memo<Option<PlanInput>>,
    /// The plan of `input`.
    pub plan: Memo<Option<Plan>>,
    /// The retry explained and marked in table and chart, from 1.
    pub selected: RwSignal<u32>,
    /// What is typed into the reader of headers.
    pub header: HeaderTexts,
}

impl PlanState {
    pub fn new(link: PlanLink) -> Self {
        let config = RwSignal::new(PlanConfig::default());
        let link_violations = RwSignal::new(Vec::<Violation>::new());
        let unknown_keys = RwSignal::new(Vec::<String>::new());
        let checked = Memo::new(move |_| config.with(PlanConfig::check));
        let violations = Memo::new(move |_| {
            let mut all = link_violations.get();
            let fields = checked.with(|c| c.as_ref().err().cloned()).unwrap_or_default();
            // One message a field: what the link got wrong covers what the field would say.
            all.extend(
                fields.into_iter().filter(|f| link_violations.with(|l| l.iter().all(|v| v.key != f.key))),
            );
            all
        });
        let input = Memo::new(move |previous: Option<&Option<PlanInput>>| {
            let blocked = link_violations.with(|link| !link.is_empty());
            let now = checked.with(|c| c.as_ref().ok().cloned()).filter(|_| !blocked);
            now.or(previous.cloned().flatten())
        });
        let plan = Memo::new(move |_| input.get().map(|input| Plan::new(&input)));
        let selected = RwSignal::new(1);
        let header = HeaderTexts::default();
        let state = Self { config, link_violations, unknown_keys, violations, input, plan, selected, header };
        state.load(link);
        state
    }

    /// Shows what a link holds: its raw texts, its errors, its unknown keys.
    pub fn load(&self, link: PlanLink) {
        let beyond_fields = |v: &Violation| !matches!(Field::from_key(&v.key), Some(field) if v.raw == link.config.text(field));
        self.link_violations.set(link.violations.iter().filter(|v| beyond_fields(v)).cloned().collect());
        self.unknown_keys.set(link.unknown_keys);
        self.config.set(link.config);
    }

    /// Takes what was typed into a field. Typing there settles what the link got wrong about it.
    pub fn set(&self, field: Field, text: String) {
        self.link_violations.maybe_update(|list| {
            let before = list.len();
            list.retain(|v| v.key != field.key());
            list.len() != before
        });
        self.config.update(|config| config.set(field, text));
    }

    /// The violation to show at a field.
    pub fn violation(&self, field: Field) -> Memo<Option<Violation>> {
        let violations = self.violations;
        Memo::new(move |_| violations.with(|all| all.iter().find(|v| v.key == field.key()).cloned()))
    }
}
