//! Building blocks that know nothing of plans: documented props in, events out.

mod chart;
mod choice_field;
mod copy_button;
mod header_reading;
mod link_notice;
mod segmented;
mod sentence;
mod text_field;
mod width;

pub(super) use chart::{Chart, ChartEvent};
pub(super) use choice_field::ChoiceField;
pub(super) use copy_button::CopyButton;
pub(super) use header_reading::{HeaderReading, HeaderTexts};
pub(super) use link_notice::LinkNotice;
pub(super) use segmented::Segmented;
pub(super) use sentence::Sentence;
pub(super) use text_field::TextField;
