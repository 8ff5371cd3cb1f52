//! From what people paste to the values of the two headers that matter.

/// The values of Retry-After and Date in a text, in its order.
#[derive(Debug, Default)]
pub(super) struct Pasted {
    /// Values of Retry-After.
    pub values: Vec<String>,
    /// Values of Date.
    pub dates: Vec<String>,
    /// Whether there are header lines at all, rather than a bare value.
    pub has_names: bool,
}

/// Splits a text: header lines in any case, or a bare value (then every line that is no Date, as one).
///
/// Prefixes of `curl -v` ("< ") and folded lines are understood. A block of other headers has no value.
pub(super) fn split(text: &str) -> Pasted {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split(['\n', '\r']) {
        let line = line.strip_prefix("< ").unwrap_or(line);
        match lines.last_mut() {
            // A line that begins with whitespace continues the one above (RFC 9112, 5.2).
            Some(above)
                if line.starts_with([' ', '\t']) && !line.trim().is_empty() && header(above).is_some() =>
            {
                above.push(' ');
                above.push_str(line.trim());
            }
            _ if line.trim().is_empty() => {}
            _ => lines.push(line.trim().to_owned()),
        }
    }
    let mut pasted = Pasted::default();
    let mut bare = Vec::new();
    let is_block = lines.len() > 1;
    let mut is_named = false;
    for line in &lines {
        match header(line) {
            Some((name, value)) if name.eq_ignore_ascii_case("retry-after") => {
                pasted.values.push(value.to_owned());
                is_named = true;
            }
            Some((name, value)) if name.eq_ignore_ascii_case("date") => pasted.dates.push(value.to_owned()),
            Some(_) if is_block => {}
            _ if is_block && line.starts_with("HTTP/") => {}
            _ => {
                bare.push(line.as_str());
                continue;
            }
        }
        pasted.has_names = true;
    }
    if !is_named && !bare.is_empty() {
        pasted.values = vec![bare.join(" ")];
    }
    pasted.values = pasted.values.iter().flat_map(|value| uncombined(value)).collect();
    pasted
}

/// Name and value of a header line; `None` when what is before the colon is no name.
fn header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    // "2026-01-01T00:00:00Z" is a date, not a header called 2026-01-01T00.
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.bytes().all(is_name);
    named.then(|| (name, value.trim()))
}

/// Values that something on the way joined with ", " (RFC 9110, 5.3), parted again.
///
/// "1,5" and "1,000" stay whole: they are no joined values but numbers of other countries.
fn uncombined(value: &str) -> Vec<String> {
    let numbers: Vec<&str> = value.split(", ").collect();
    if numbers.len() > 1 && numbers.iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())) {
        return numbers.into_iter().map(str::to_owned).collect();
    }
    let dates: Vec<&str> = value.split("GMT, ").collect();
    let last = dates.len() - 1;
    let date = |(i, part): (usize, &&str)| if i < last { format!("{part}GMT") } else { (*part).to_owned() };
    dates.iter().enumerate().map(date).collect()
}
