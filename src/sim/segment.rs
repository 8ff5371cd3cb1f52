//! The attempts of the segment being played, in order of (tick, insertion).
//!
//! A linked list in time order: an attempt goes behind the last one of its
//! tick, or of the nearest earlier tick that has any. One bit per tick finds
//! that tick in the attempt's own word of 64 ticks, because every such word
//! begins with a marker that belongs to its first tick. Attempts scheduled for
//! later in the same segment are inserted in the same way while the list is
//! being read.

use super::queue::{Entry, MAX_SHIFT};

/// Ends the list: the first marker, which nothing precedes.
const END: u32 = 0;
const TICKS: usize = 1 << MAX_SHIFT;
const WORDS: usize = TICKS / 64;

#[derive(Clone, Copy, Debug, Default)]
struct Node<P> {
    next: u32,
    entry: Entry<P>,
}

/// See the module's text. The first nodes are the markers, which carry retry 0
/// where attempts in the list carry at least 1.
#[derive(Debug)]
pub(super) struct SegmentList<P> {
    words: usize,
    nodes: Vec<Node<P>>,
    /// The last node of each tick whose bit is set.
    tail: Box<[u32; TICKS]>,
    /// The ticks with a tail.
    ticks: [u64; WORDS],
    at: u32,
}

impl<P: Copy + Default> SegmentList<P> {
    /// A list for segments of 2^`shift` ticks.
    pub(super) fn new(shift: u32) -> Self {
        let mut list = Self {
            words: (1_usize << shift).div_ceil(64),
            nodes: Vec::new(),
            tail: Box::new([END; TICKS]),
            ticks: [0; WORDS],
            at: END,
        };
        list.nodes.resize(list.words, Node::default());
        list.clear();
        list
    }

    /// Empties the list.
    pub(super) fn clear(&mut self) {
        self.nodes.truncate(self.words);
        for (word, marker) in self.nodes.iter_mut().enumerate() {
            marker.next = word as u32 + 1;
            self.tail[word * 64] = word as u32;
            self.ticks[word] = 1;
        }
        self.nodes[self.words - 1].next = END;
        self.at = END;
    }

    /// Inserts an attempt behind all attempts of its tick and of earlier ones.
    /// While reading, its tick must be later than that of the attempt read
    /// last.
    #[inline(always)]
    pub(super) fn insert(&mut self, entry: Entry<P>) {
        let offset = entry.offset() as usize % TICKS;
        let (word, bit) = (offset / 64, offset % 64);
        let ticks = self.ticks[word];
        // Not above 63: the marker's bit is always set.
        let back = (ticks << (63 - bit)).leading_zeros() as usize;
        let before = self.tail[(offset - back) % TICKS] as usize;
        let node = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.nodes[before].next, node);
        self.nodes.push(Node { next, entry });
        self.tail[offset] = node;
        self.ticks[word] = ticks | 1 << bit;
    }

    /// The next attempt in order.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Entry<P>> {
        loop {
            self.at = self.nodes[self.at as usize].next;
            if self.at == END {
                return None;
            }
            let entry = self.nodes[self.at as usize].entry;
            if entry.retry() > 0 {
                return Some(entry);
            }
        }
    }
}
