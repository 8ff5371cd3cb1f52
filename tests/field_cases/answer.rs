//! One case's answer as it was handed over, and a record of which of its parts a test looked at.

use std::cell::RefCell;
use std::collections::BTreeSet;

use retryscope::math::Exact;
use retryscope::policy::{Plan, PlanInput, Range};
use serde_json::Value;

/// The answer of a case. Reading a part through it records that the part was checked.
pub struct Answer<'a> {
    pub id: &'a str,
    root: &'a Value,
    read: RefCell<BTreeSet<String>>,
}

impl<'a> Answer<'a> {
    pub fn new(id: &'a str, root: &'a Value) -> Self {
        Self { id, root, read: RefCell::default() }
    }

    /// Whether there is a part at a JSON pointer.
    pub fn has(&self, pointer: &str) -> bool {
        self.root.pointer(pointer).is_some()
    }

    /// The part at a JSON pointer.
    pub fn at(&self, pointer: &str) -> &'a Value {
        let value =
            self.root.pointer(pointer).unwrap_or_else(|| panic!("{}: no answer at {pointer}", self.id));
        self.read.borrow_mut().extend(leaves(value, pointer));
        value
    }

    /// The exact number at a JSON pointer.
    pub fn number(&self, pointer: &str) -> Exact {
        exact(self.at(pointer))
    }

    /// The whole number at a JSON pointer.
    pub fn count(&self, pointer: &str) -> u64 {
        self.at(pointer).as_u64().unwrap_or_else(|| panic!("{}: no count at {pointer}", self.id))
    }

    /// The numbers of the list at a JSON pointer.
    pub fn numbers(&self, pointer: &str) -> Vec<Exact> {
        self.at(pointer).as_array().expect("a list").iter().map(exact).collect()
    }

    /// The ranges of the list of pairs at a JSON pointer.
    pub fn ranges(&self, pointer: &str) -> Vec<Range> {
        let pairs = self.at(pointer).as_array().expect("a list");
        pairs.iter().map(|pair| Range::new(exact(&pair[0]), exact(&pair[1]))).collect()
    }

    /// The text at a JSON pointer.
    pub fn text(&self, pointer: &str) -> &'a str {
        self.at(pointer).as_str().expect("a text")
    }

    /// Checks whatever the object at `pointer` says of a plan, under the names most cases use, and gives the plan.
    pub fn plan(&self, pointer: &str, input: &PlanInput) -> Plan {
        let plan = Plan::new(input);
        let object =
            self.root.pointer(pointer).unwrap_or_else(|| panic!("{}: no answer at {pointer}", self.id));
        let check = |name: &str, got: Vec<Vec<String>>| {
            if object.get(name).is_some() {
                let expected: Vec<Vec<String>> = match self.at(&format!("{pointer}/{name}")) {
                    Value::Array(rows) => rows.iter().map(cells).collect(),
                    single => vec![cells(single)],
                };
                assert_eq!(got, expected, "{name} of {}", self.id);
            }
        };
        let column = |of: fn(&retryscope::policy::Row) -> Vec<String>| plan.rows.iter().map(of).collect();
        check("waits_ms", column(|row| pair(&row.wait)));
        check("retry_start_ms", column(|row| pair(&row.start)));
        check("total_wait_ms", pair(&plan.total_wait).into_iter().map(|end| vec![end]).collect());
        check("max_requests", vec![vec![plan.max_requests.map_or("null".to_owned(), |n| n.to_string())]]);
        check(
            "deadline_class",
            column(|row| vec![row.deadline.map_or("null", |class| class.key()).to_owned()]),
        );
        plan
    }

    /// The parts nobody has looked at.
    pub fn unread(&self) -> Vec<String> {
        let read = self.read.borrow();
        leaves(self.root, "").into_iter().filter(|leaf| !read.contains(leaf)).collect()
    }
}

/// An exact number from its digits in the file.
pub fn exact(value: &Value) -> Exact {
    Exact::parse_plain(&value.to_string()).unwrap_or_else(|| panic!("no plain number: {value}"))
}

/// Both ends of a range in all their digits.
pub fn pair(range: &Range) -> Vec<String> {
    vec![range.earliest.to_string(), range.latest.to_string()]
}

/// A number, word or list of them as texts; "may miss" and "may_miss" are one word.
fn cells(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(cells).collect(),
        Value::String(word) => vec![word.replace(' ', "_")],
        Value::Number(_) => vec![exact(value).to_string()],
        other => panic!("unexpected {other}"),
    }
}

/// JSON pointers of everything under `value` that is not an object.
pub fn leaves(value: &Value, pointer: &str) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(name, field)| leaves(field, &format!("{pointer}/{name}"))).collect()
        }
        _ => vec![pointer.to_owned()],
    }
}
