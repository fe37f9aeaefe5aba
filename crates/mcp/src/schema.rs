//! Schemas that stand alone: the one definition of all questions, cut down to what a tool needs.

use serde_json::{Map, Value, json};

/// Where the definitions of a schema are.
pub(crate) const PLACE: &str = "/$defs";

/// A schema of objects that refers to nothing outside itself.
pub(crate) fn whole(schema: &Value, definitions: &Map<String, Value>) -> Value {
    // What is nothing but a reference is written out: clients look for the members here.
    let mut root = match reference(schema).and_then(|name| definitions.get(name)) {
        Some(meant) => meant.clone(),
        None => schema.clone(),
    };
    let mut own = Map::new();
    let mut open = names(&root);
    while let Some(name) = open.pop() {
        if own.contains_key(&name) {
            continue;
        }
        let definition = definitions.get(&name).cloned().unwrap_or_else(|| json!({}));
        open.extend(names(&definition));
        own.insert(name, definition);
    }
    own.values_mut().for_each(plain);
    plain(&mut root);
    if let Value::Object(root) = &mut root {
        // The protocol asks for it, even where alternatives say so themselves.
        root.entry("type").or_insert_with(|| json!("object"));
        if !own.is_empty() {
            root.insert("$defs".into(), own.into());
        }
    }
    root
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// The definitions that a schema refers to.
fn names(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        found.extend(reference(schema).map(ToOwned::to_owned));
        match schema {
            Value::Object(members) => open.extend(members.values()),
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}

/// Leaves out the formats of numbers (`uint32`), which no standard knows and some clients refuse.
fn plain(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("format").is_some_and(Value::is_string) {
                members.remove("format");
            }
            members.values_mut().for_each(plain);
        }
        Value::Array(items) => items.iter_mut().for_each(plain),
        _ => {}
    }
}
