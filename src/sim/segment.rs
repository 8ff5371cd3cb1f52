//! The attempts of the segment being played, in order of (tick, insertion).
//!
//! A linked list in time order: an attempt goes behind the last one of its
//! tick, or of the nearest earlier tick that has any, which one bit per
//! tick finds without a search. Attempts scheduled for later in the same segment
//! are inserted in the same way while the list is being read.

use super::queue::{Entry, MAX_SHIFT};

/// Ends the list.
const END: u32 = 0;
const TICKS: usize = 1 << MAX_SHIFT;

#[derive(Clone, Copy, Debug, Default)]
struct Node<P> {
    next: u32,
    entry: Entry<P>,
}

/// See the module's text. Node 0 is the head and holds no attempt.
#[derive(Debug)]
pub(super) struct SegmentList<P> {
    nodes: Vec<Node<P>>,
    /// The last node of each tick whose bit is set.
    tail: Box<[u32; TICKS]>,
    /// The ticks with a tail. Tick 0 always has one, at first the head.
    ticks: [u64; TICKS / 64],
    /// The words of `ticks` that are not 0.
    words: u64,
    at: u32,
}

impl<P: Copy + Default> SegmentList<P> {
    pub(super) fn new() -> Self {
        let mut list = Self {
            nodes: vec![Node::default()],
            tail: Box::new([END; TICKS]),
            ticks: [0; TICKS / 64],
            words: 0,
            at: END,
        };
        list.clear();
        list
    }

    /// Empties the list.
    pub(super) fn clear(&mut self) {
        self.nodes.truncate(1);
        self.nodes[0].next = END;
        self.tail[0] = END;
        self.ticks = [0; TICKS / 64];
        self.ticks[0] = 1;
        self.words = 1;
        self.at = END;
    }

    /// Inserts an attempt behind all attempts of its tick and of earlier ones.
    /// While reading, its tick must be later than that of the attempt read
    /// last.
    #[inline(always)]
    pub(super) fn insert(&mut self, entry: Entry<P>) {
        let offset = entry.offset() as usize % TICKS;
        let (word, bit) = (offset / 64, offset % 64);
        // The latest tick up to this one that has a tail: in this word, or
        // else the last of the nearest earlier word. Which of the two is a
        // toss-up, so it is computed without a branch.
        let here = self.ticks[word] << (63 - bit) != 0;
        let words = self.words & (((1 << word) - 1) | (u64::from(here) << word));
        let word_found = 63 - (words.leading_zeros() as usize & 63);
        let highest = if here { bit } else { 63 };
        let ticks = self.ticks[word_found] << (63 - highest);
        let tick = word_found * 64 + highest - (ticks.leading_zeros() as usize & 63);
        let before = self.tail[tick % TICKS] as usize;
        let node = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.nodes[before].next, node);
        self.nodes.push(Node { next, entry });
        self.tail[offset] = node;
        self.ticks[word] |= 1 << bit;
        self.words |= 1 << word;
    }

    /// The next attempt in order.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Entry<P>> {
        self.at = self.nodes[self.at as usize].next;
        (self.at != END).then(|| self.nodes[self.at as usize].entry)
    }
}
