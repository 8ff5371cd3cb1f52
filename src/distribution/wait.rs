//! From the draw to the wait.

use super::law::Law;
use super::piece::{Piece, is_same};
use super::question::{Drawn, Sent, SnapTo, Step};

impl Step {
    /// The law of the draw where it depends on no other draw.
    pub(super) fn own_draw(&self) -> Option<Law> {
        let reach = self.snap.map_or(0.0, |snap| snap.reach);
        let piece = match self.drawn {
            Drawn::Uniform { lo, hi } if hi > lo => Piece::between(lo, hi + reach, 1.0),
            Drawn::Uniform { lo, .. } => Piece::Atom { at: lo, mass: 1.0 },
            Drawn::Power { from, width, power } if width > 0.0 => {
                Piece::Power { from, width, power, lo: 0.0, hi: 1.0, mass: 1.0 }
            }
            Drawn::Power { from, .. } => Piece::Atom { at: from, mass: 1.0 },
            Drawn::Feedback | Drawn::Polly => return None,
        };
        Some(Law::new([piece]).at_most(self.drawn_most + reach))
    }

    /// The wait before any Retry-After and least wait: rounded, not below 0, capped.
    pub(super) fn own_wait(&self, draw: &Law) -> Law {
        let rounded = match self.snap {
            Some(snap) => Law::new(draw.pieces().iter().flat_map(|piece| snap.rounded(*piece))),
            None => draw.clone(),
        };
        let law = rounded.at_least(0.0);
        match self.most {
            Some(most) => law.at_most(most),
            None => law,
        }
    }

    /// The final wait.
    pub(super) fn wait_law(&self, own: Law) -> Law {
        if let Some(instead) = self.instead() {
            return instead;
        }
        let law = own.at_least(self.least);
        match self.sent {
            Sent::Floor(floor) => law.at_least(floor),
            Sent::Clamp { ms, extra } => law.clamping(ms, extra),
            Sent::Nothing | Sent::Instead { .. } => law,
        }
    }

    /// The unit of which every wait is a multiple, where rounding makes it so and nothing after it undoes that.
    pub(super) fn unit(&self, post: f64) -> Option<f64> {
        let snap = self.snap.filter(|snap| !matches!(snap.to, SnapTo::Toward(_)))?;
        let is_multiple = |x: f64| is_same(libm::round(x / snap.unit) * snap.unit, x);
        let sent = match self.sent {
            Sent::Nothing => true,
            Sent::Floor(floor) => is_multiple(floor),
            Sent::Clamp { ms, extra } => is_multiple(ms) && is_multiple(extra),
            Sent::Instead { lo, hi, least } => lo == hi && is_multiple(lo.max(least)),
        };
        let all = sent && is_multiple(post * snap.unit) && is_multiple(self.least);
        (all && self.most.is_none_or(is_multiple)).then_some(snap.unit)
    }

    /// Whether every draw is waited as it is.
    pub(super) fn is_bare(&self) -> bool {
        let uncapped = self.most.is_none_or(|most| most >= self.drawn_most) && self.ends_most.is_none();
        uncapped && self.snap.is_none() && self.least <= 0.0 && self.sent == Sent::Nothing
    }

    /// The final wait of one draw along a curve; 0 where a Retry-After stands instead of it.
    pub(super) fn wait_of(&self, draw: f64) -> f64 {
        let draw = match self.drawn {
            Drawn::Uniform { lo, .. } => lo,
            _ => draw.min(self.drawn_most),
        };
        let rounded = self.snap.map_or(draw, |snap| snap.value(draw)).max(0.0);
        self.final_of(self.most.map_or(rounded, |most| rounded.min(most)))
    }

    /// The final wait of one own wait; 0 where a Retry-After stands instead of it.
    pub(super) fn final_of(&self, own: f64) -> f64 {
        let own = own.max(self.least);
        match self.sent {
            Sent::Nothing => own,
            Sent::Floor(floor) => own.max(floor),
            Sent::Clamp { ms, extra } => ms.max(own).min(own + extra),
            Sent::Instead { .. } => 0.0,
        }
    }

    /// The law of the Retry-After that stands instead of the client's own wait, where it does.
    pub(super) fn instead(&self) -> Option<Law> {
        match self.sent {
            Sent::Instead { lo, hi, least } => Some(Law::new([Piece::between(lo, hi, 1.0)]).at_least(least)),
            _ => None,
        }
    }
}
