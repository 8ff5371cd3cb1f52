//! Draws waits and starts one by one, in doubles, from the formulas as `policy` states them in words.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use retryscope::policy::{
    AtCap, CapOrder, FirstRetry, Heard, Jitter, OverLimit, Plan, PlanInput, RetryAfterUse, RoundingMode,
};
use retryscope::units::{Factor, Micros};

fn ms(micros: Micros) -> f64 {
    micros.0 as f64 / 1e3
}

fn times(factor: Factor) -> f64 {
    factor.0 as f64 / 1e6
}

/// A seeded client that runs through the same policy again and again.
pub struct Client<'a> {
    input: &'a PlanInput,
    baselines: Vec<(f64, bool)>,
    sent: Vec<Option<f64>>,
    random: Xoshiro256PlusPlus,
}

impl<'a> Client<'a> {
    pub fn new(input: &'a PlanInput, plan: &Plan, seed: u64) -> Self {
        // The baselines are exact and tested elsewhere; what is drawn from them is not taken from the plan.
        let baselines =
            plan.rows.iter().map(|row| (row.raised_baseline.to_f64(), row.baseline_capped)).collect();
        let sent = plan
            .rows
            .iter()
            .map(|row| match &row.heard {
                Some(Heard::Obeyed { ms, .. }) => Some(ms.to_f64()),
                _ => None,
            })
            .collect();
        assert_ne!(input.policy.retry_after.over_limit, OverLimit::GiveUp, "not drawn here");
        Self { input, baselines, sent, random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    fn uniform(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * ((self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// One call: wait and start of each retry.
    pub fn call(&mut self) -> Vec<(f64, f64)> {
        let policy = &self.input.policy;
        let cap = &policy.backoff.cap;
        let limit = cap.limit.map(ms);
        let base = ms(policy.backoff.base);
        let request = self.input.conditions.request_range();
        let request = (request.earliest.to_f64(), request.latest.to_f64());
        let unit = policy.rounding.map_or(0.0, |rounding| ms(rounding.unit));
        let (mut start, mut before, mut point) = (0.0, None::<f64>, None::<f64>);
        let mut call = Vec::new();
        for n in 1..=self.baselines.len() {
            let (d, is_capped) = self.baselines[n - 1];
            let immediate = n == 1 && policy.first == FirstRetry::Immediate;
            let at = n as f64 - 1.0 + self.uniform(0.0, 1.0);
            let mut feeds = false;
            // Lower and upper end of a uniform draw, or a value drawn already.
            let (lo, hi) = if immediate {
                (0.0, 0.0)
            } else if n == 1 && policy.first == FirstRetry::Exact {
                (base, base)
            } else if is_capped && cap.at_cap == AtCap::NoJitter {
                (d, d)
            } else {
                let ends = match policy.jitter {
                    Jitter::None => (d, d),
                    Jitter::Full => (0.0, d),
                    Jitter::Equal => (d / 2.0, d),
                    Jitter::Scale { lo, hi } => (d * times(lo), d * times(hi)),
                    Jitter::Shift { down, up, grows } => {
                        let k = if grows { n as f64 } else { 1.0 };
                        (d - k * ms(down), d + k * ms(up))
                    }
                    Jitter::Window { lo } => (ms(lo), d.max(ms(lo))),
                    Jitter::Power { up, power } => {
                        let x = d + ms(up) * self.uniform(0.0, 1.0).powi(power as i32);
                        (x, x)
                    }
                    Jitter::Polly => {
                        let factor = times(policy.backoff.multiplier);
                        let f = |t: f64| factor.powf(t) * (4.0 * t).sqrt().tanh();
                        let x = (f(at) - point.map_or(0.0, f)) * base / 1.4;
                        (x, x)
                    }
                    Jitter::Decorrelated => {
                        feeds = true;
                        (base, 3.0 * before.unwrap_or(base))
                    }
                    Jitter::Feedback(rule) => {
                        feeds = true;
                        match before {
                            None => (base * times(rule.first.0), base * times(rule.first.1)),
                            Some(before) => {
                                let acts = matches!(cap.order, CapOrder::Before | CapOrder::Both);
                                let most = limit.filter(|_| acts && !(cap.skips_first && n == 1));
                                let p = (times(rule.pre) * before).min(most.unwrap_or(f64::INFINITY));
                                let lo = times(rule.lo) * if rule.from_base { base } else { p };
                                (lo, lo.max(times(rule.hi) * p))
                            }
                        }
                    }
                };
                let most = limit.filter(|_| cap.order == CapOrder::Ends).unwrap_or(f64::INFINITY);
                (ends.0.min(most), ends.1.min(most))
            };
            let reach = policy.rounding.filter(|r| r.inclusive && r.mode == RoundingMode::Floor && lo < hi);
            let mut x = self.uniform(lo, hi + reach.map_or(0.0, |_| unit));
            if let Some(rounding) = policy.rounding.filter(|_| !immediate) {
                x = match rounding.mode {
                    RoundingMode::Floor => (x / unit).floor() * unit,
                    RoundingMode::Nearest => (x / unit + 0.5).floor() * unit,
                    RoundingMode::Ceiling => (x / unit).ceil() * unit,
                    RoundingMode::TowardBaseline => d + ((x - d) / unit).trunc() * unit,
                };
            }
            if let Jitter::Feedback(rule) = policy.jitter
                && feeds
                && n > 1
            {
                x *= times(rule.post);
            }
            x = x.max(0.0);
            let after = matches!(cap.order, CapOrder::After | CapOrder::Both);
            let defined = policy.jitter == Jitter::Decorrelated && cap.order == CapOrder::Before;
            if after || defined {
                x = x.min(limit.unwrap_or(f64::INFINITY));
            }
            before = Some(x);
            point = Some(at);
            if !immediate {
                x = x.max(ms(policy.min));
            }
            if let Some(v) = self.sent[n - 1] {
                let rule = &policy.retry_after;
                x = match rule.usage {
                    RetryAfterUse::Floor => x.max(v),
                    RetryAfterUse::Override => {
                        let v = self.uniform(v, v * times(rule.stretch));
                        v.max(ms(policy.min))
                    }
                    RetryAfterUse::Clamp { extra } => v.max(x).min(x + ms(extra)),
                    RetryAfterUse::FloorUnderBaseline | RetryAfterUse::Ignored => x,
                };
            }
            start += self.uniform(request.0, request.1) + x;
            call.push((x, start));
        }
        call
    }
}
