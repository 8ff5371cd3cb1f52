//! What each study asks, assumes, showed and leaves out, in our own words.

use leptos::prelude::*;

use crate::app::state::AppState;
use crate::study::ScenarioKind;

struct Story {
    question: &'static str,
    assumptions: &'static [&'static str],
    showed: &'static [&'static str],
    limits: &'static [&'static str],
}

/// The story of the chosen scenario.
#[component]
pub(super) fn About() -> impl IntoView {
    let config = expect_context::<AppState>().simulate.config;
    let kind = Memo::new(move |_| config.with(|config| config.kind));
    let list =
        |items: &'static [&'static str]| items.iter().map(|item| view! { <li>{*item}</li> }).collect_view();
    view! {
        <section class="panel model" aria-labelledby="about-heading">
            <h2 id="about-heading">"About this scenario"</h2>
            {move || {
                let story = story(kind.get());
                view! {
                    <p class="question">{story.question}</p>
                    <div class="model-columns">
                        <div><h3>"Assumptions"</h3><ul>{list(story.assumptions)}</ul></div>
                        <div><h3>"What it showed"</h3><ul>{list(story.showed)}</ul></div>
                        <div><h3>"Limitations"</h3><ul>{list(story.limits)}</ul></div>
                    </div>
                }
            }}
        </section>
    }
}

/// Why the last policy finishes last.
pub(super) fn why(kind: ScenarioKind) -> &'static str {
    match kind {
        ScenarioKind::FixedWindow => {
            "Without jitter every rejected client computes the same wait, so the crowd comes back as one wave and each \
             wave loses only what one window can take. Growing waits move the same waves further apart: as many \
             rejections as with a fixed wait, only later. Full jitter spreads a wave over many windows, and each \
             window takes its share."
        }
        ScenarioKind::Tick => {
            "Exponential waits keep the crowd together: wave after wave loses ten clients, and the waves are 2, 4, 8, … \
             up to 32 ticks apart. A fixed wait sends exactly as many requests in far fewer ticks. Jitter lets clients \
             meet the server in ticks that nobody else uses."
        }
        ScenarioKind::Outage => {
            "When the outage ends, the next due wave decides. Synchronised exponential clients have grown their wait to \
             the cap, so only one wave in 32 seconds is served, and of it only one second's capacity. Clients with \
             jitter are spread over the whole cap, and some of them are due in every second after the recovery."
        }
        ScenarioKind::Own => "",
    }
}

const fn story(kind: ScenarioKind) -> Story {
    match kind {
        ScenarioKind::FixedWindow => Story {
            question: "500 clients ask at the same moment; the server admits 25 in every window of 100 ms. Which way of \
                       retrying gets everybody through, and at what cost?",
            assumptions: &[
                "The window is aligned to the clock: floor(t / window). A request beyond its capacity is rejected at once.",
                "Time is whole milliseconds; equal times are served in the order in which they were scheduled.",
                "A client gives up after 8 retries. The cap is 4 s, and the first retry waits the base itself.",
                "Full jitter draws a whole number from 0 to the baseline, both included, but waits at least 1 ms; the \
                 generator is Mulberry32.",
            ],
            showed: &[
                "Immediate, fixed and exponential retries serve 25, 225 and 225 of 500 clients; full jitter serves all.",
                "Fixed and exponential send exactly the same 3,600 requests: growth without jitter only stretches time.",
                "Full jitter needs 1,956 requests and has 95 % of the clients served by 2.686 s (medians over 100 seeds).",
            ],
            limits: &[
                "All clients start together, which is the worst case for policies without jitter.",
                "A request takes no time, and a rejection costs the server nothing.",
                "There is no load beside the crowd.",
            ],
        },
        ScenarioKind::Tick => Story {
            question: "A server takes ten requests a tick, chosen at random. How many requests does it cost until \
                       everybody was served, and how long does it take?",
            assumptions: &[
                "Time is abstract ticks. Clients retry without limit until tick 3999.",
                "The first retry's baseline is 2 × base, not the base: this study counts failures from 1 in its exponent.",
                "Waits are rounded to the nearest tick, halves to the even one, and are at least 1 tick.",
                "The generator is NumPy's default, so a seed here is a seed there.",
            ],
            showed: &[
                "Fixed and exponential waits cost the same 550 requests for 100 clients; with 200 clients fixed ends \
                 after 39 ticks and exponential after 511.",
                "Full jitter saves about 21.5, 42.4 and 61.2 % of the requests with 50, 100 and 200 clients.",
            ],
            limits: &[
                "The author's seeds are not known; the figures here are of seeds 0 to 29.",
                "A tick is no real time, and all clients start in tick 0.",
            ],
        },
        ScenarioKind::Outage => Story {
            question: "A service is down for 20 seconds while 10,000 clients keep retrying. What hits it when it comes \
                       back, and when is everybody served?",
            assumptions: &[
                "Time runs in whole seconds. During the outage every request fails; afterwards the first 1,500 of a \
                 second are served, by client number.",
                "Waits are rounded down to whole seconds and are at least 1 s. There is no limit of retries.",
                "At most 600 seconds are simulated. Draws come from a 64-bit linear congruential generator.",
            ],
            showed: &[
                "A fixed wait of 1 s hammers the service with all 10,000 clients in every second: 238,500 requests, but \
                 everybody is served by second 27.",
                "Exponential waits without jitter send 88,500 requests and need 224 s: the waves stay whole.",
                "Full and decorrelated jitter cut the peak to about 4,000 and 2,800 and are done after 51 and 52 s.",
            ],
            limits: &[
                "One run with one seed; the service recovers at once and to full capacity.",
                "The load of rejected requests does not slow the recovery, which real services would feel.",
            ],
        },
        ScenarioKind::Own => Story {
            question: "Your own crowd and server: which policies get everybody through, and what do they cost?",
            assumptions: &[
                "Time is whole milliseconds. Every client sends its first request at 0.",
                "In each aligned window the server accepts its capacity and rejects the rest at once; in an outage it \
                 rejects everything.",
                "Baseline of retry n: min(cap, base × multiplier^(n−1)), as in Plan; waits are rounded to the nearest \
                 millisecond and are at least 1 ms. Retry-After is a floor under every wait.",
                "All policies meet the same seeds. The run ends at the horizon.",
            ],
            showed: &["Whatever you make of it: the sentences and the table say what happened in this run."],
            limits: &[
                "A request takes no time, and clients differ only by their draws.",
                "There is one server with one rule; queues, budgets, breakers and time-outs are not modelled.",
            ],
        },
    }
}
