//! Aligned columns for terminals.

/// The rows as lines with columns two spaces apart: numbers to the right, words (`is_word` of the column) to the
/// left. A last column of words gets no padding.
pub(super) fn aligned(rows: &[Vec<String>], is_word: impl Fn(usize) -> bool) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |c: usize| rows.iter().filter_map(|row| row.get(c)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(c, (cell, width))| match is_word(c) {
            true if c + 1 == columns => cell.clone(),
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        out.push_str(&format!("{}\n", cells.collect::<Vec<_>>().join("  ")));
    }
    out
}
