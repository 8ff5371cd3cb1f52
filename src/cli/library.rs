//! `retryscope library`, and `library=ID` in the links of other commands.

use super::Outcome;
use super::args::LibraryArgs;
use crate::library::Catalogue;
use crate::link::Query;
use crate::report::{libraries_json, libraries_text, library_json, library_text};

/// The catalogue this program carries; the page loads the same file.
pub(super) fn catalogue() -> Result<Catalogue, Vec<String>> {
    Catalogue::parse(include_str!("../../public/catalogue.json")).map_err(|error| vec![error.to_string()])
}

/// A link with `library=ID` filled in.
pub(super) fn expanded(link: &str) -> Result<Query, Vec<String>> {
    let query = Query::parse(link);
    if query.get("library").is_none() {
        return Ok(query);
    }
    Ok(catalogue()?.expand(query))
}

pub(super) fn run(args: &LibraryArgs) -> Outcome {
    Outcome { warnings: Vec::new(), answer: answer(args) }
}

fn answer(args: &LibraryArgs) -> Result<String, Vec<String>> {
    let catalogue = catalogue()?;
    let Some(id) = &args.id else {
        return Ok(if args.table { libraries_text(&catalogue) } else { libraries_json(&catalogue) });
    };
    let entry = catalogue.find(id).ok_or_else(|| vec![catalogue.unknown(id).to_string()])?;
    Ok(if args.table { library_text(entry) } else { library_json(entry) })
}
