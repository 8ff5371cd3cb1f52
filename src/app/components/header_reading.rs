//! A Retry-After header in, its verdicts and hints out.

use leptos::prelude::*;

use super::{Sentence, TextField};
use crate::policy::retry_after::{
    Hint, Origin, Reading, TIME_ALLOWED, Times, Verdict, read, read_time, wait_words,
};

/// What is typed into a reader of headers.
#[derive(Clone, Copy, Default)]
pub(in crate::app) struct HeaderTexts {
    /// The header, its line, or a block.
    pub header: RwSignal<String>,
    /// A time to measure a date from, where no `Date` is pasted.
    pub time: RwSignal<String>,
}

/// Two fields, for a header and for a local time, and what is made of them.
#[component]
pub(in crate::app) fn HeaderReading(
    /// Unique on the page; the fields' ids begin with it.
    id: &'static str,
    /// What is typed.
    texts: HeaderTexts,
    /// Called with the wait in whole seconds, rounded up, when the reader takes it over.
    #[prop(into)]
    on_take: UnsyncCallback<u64>,
) -> impl IntoView {
    let HeaderTexts { header, time } = texts;
    let now = Memo::new(move |_| time.with(|text| read_time(text, None)));
    let reading = Memo::new(move |_| {
        let typed = header.get();
        (!typed.trim().is_empty()).then(|| read(&typed, Times { date: None, now: now.get() }))
    });
    let time_error = Signal::derive(move || {
        let is_bad = time.with(|text| !text.trim().is_empty()) && now.get().is_none();
        is_bad.then(|| format!("Not a time that can be read. Allowed: {TIME_ALLOWED}."))
    });
    let result = move || match reading.get() {
        Some(reading) => view! { <Outcome reading on_take /> }.into_any(),
        None => {
            view! { <p class="empty">"Paste a header, and what it asks for appears here."</p> }.into_any()
        }
    };
    view! {
        <div class="header-reading">
            <TextField
                id=format!("{id}-text")
                label="Header"
                text=header
                hint="Its value, its line, or the response's headers with their Date"
                reading=""
                error=None
                placeholder="Retry-After: 120"
                lines=4
                on_input=move |typed| header.set(typed)
            />
            <TextField
                id=format!("{id}-time")
                label="Local time"
                text=time
                hint=format!("Measured from when no Date is pasted, else compared with it: {TIME_ALLOWED}")
                reading=""
                error=time_error
                placeholder="unset"
                on_input=move |typed| time.set(typed)
            />
            <div class="header-verdict" aria-live="polite">{result}</div>
        </div>
    }
}

/// The wait, both verdicts, and the remarks.
#[component]
fn Outcome(reading: Reading, on_take: UnsyncCallback<u64>) -> impl IntoView {
    let wait = match reading.floor_ms() {
        Some(ms) => wait_words(ms),
        None if reading.hints.contains(&Hint::NoReference) => {
            "unknown: a date needs a reference. Paste the response's Date line too, or enter a local time."
                .to_owned()
        }
        None => "none: clients fall back to their backoff".to_owned(),
    };
    let measured = reading.reference.filter(|_| reading.form.is_date()).map(|reference| {
        let origin = match reference.origin {
            Origin::DateHeader => "the Date header",
            Origin::LocalTime => "the local time",
        };
        view! { <div><dt>"Measured from"</dt><dd>{format!("{origin}, {}", reference.at)}</dd></div> }
    });
    let form = reading.date_form.map_or(reading.form.key(), |form| form.key());
    let take = reading.whole_seconds().map(|seconds| {
        let label = format!("Use {seconds} s as Retry-After");
        view! { <button type="button" class="button" on:click=move |_| on_take.run(seconds)>{label}</button> }
    });
    let hints =
        reading.hints.iter().map(|hint| view! { <li><Sentence text=hint.text() /></li> }).collect_view();
    view! {
        <dl>
            <div><dt>"Wait"</dt><dd class="header-wait"><Sentence text=wait /></dd></div>
            <VerdictLine name="RFC 9110" verdict=reading.strict />
            <VerdictLine name="Tolerant clients" verdict=reading.lenient />
            <div><dt>"Form"</dt><dd>{form}</dd></div>
            {measured}
        </dl>
        <ul class="notes" aria-label="Remarks on the header">{hints}</ul>
        {take}
    }
}

/// One verdict: a word and a symbol, then the reason.
#[component]
fn VerdictLine(name: &'static str, verdict: Verdict) -> impl IntoView {
    let (class, word) =
        if verdict.valid { ("is-valid", "✓ valid") } else { ("is-invalid", "✕ not valid") };
    view! { <div><dt>{name}</dt><dd><span class=class>{word}</span>{format!(": {}", verdict.reason)}</dd></div> }
}
