//! The attempts of the segment being played, in order of (tick, insertion).
//!
//! A linked list in time order: an attempt goes behind the last one of its
//! tick, or of the nearest earlier tick that has any, which one bit per tick
//! finds without a search. Attempts scheduled for later in the same segment
//! are inserted in the same way while the list is being read.

use super::queue::MAX_SHIFT;

/// Ends the list.
const END: u32 = 0;

#[derive(Clone, Copy, Debug, Default)]
struct Node<P> {
    next: u32,
    offset: u32,
    retry: u32,
    payload: P,
}

/// An attempt read from the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due<P> {
    pub(super) offset: u32,
    pub(super) retry: u32,
    pub(super) payload: P,
}

/// See the module's text. Node 0 is the head and holds no attempt.
#[derive(Debug)]
pub(super) struct SegmentList<P> {
    nodes: Vec<Node<P>>,
    /// The last node of each tick whose bit is set.
    tail: [u32; 1 << MAX_SHIFT],
    /// The ticks with a tail. Tick 0 always has one, at first the head.
    ticks: u64,
    at: u32,
}

impl<P: Copy + Default> SegmentList<P> {
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::default()], tail: [END; 1 << MAX_SHIFT], ticks: 1, at: END }
    }

    /// Empties the list.
    pub(super) fn clear(&mut self) {
        self.nodes.truncate(1);
        self.nodes[0].next = END;
        self.tail[0] = END;
        self.ticks = 1;
        self.at = END;
    }

    /// Inserts an attempt behind all attempts of its tick and of earlier ones.
    /// While reading, `offset` must be later than the attempt read last.
    #[inline(always)]
    pub(super) fn insert(&mut self, offset: u32, retry: u32, payload: P) {
        const LAST: u32 = (1 << MAX_SHIFT) - 1;
        let earlier = self.ticks << (LAST - (offset & LAST));
        let tick = (offset & LAST) - earlier.leading_zeros();
        let before = self.tail[(tick & LAST) as usize] as usize;
        let node = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.nodes[before].next, node);
        self.nodes.push(Node { next, offset, retry, payload });
        self.tail[(offset & LAST) as usize] = node;
        self.ticks |= 1 << (offset & LAST);
    }

    /// The next attempt in order.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Due<P>> {
        self.at = self.nodes[self.at as usize].next;
        if self.at == END {
            return None;
        }
        let node = self.nodes[self.at as usize];
        Some(Due { offset: node.offset, retry: node.retry, payload: node.payload })
    }
}
