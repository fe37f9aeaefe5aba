//! Things as people list them.

/// `a`, `a and b`, `a, b and c`.
///
/// ```
/// use chess_arbiter::board::list;
/// assert_eq!(list(["a1", "b2", "c3"]), "a1, b2 and c3");
/// ```
pub fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}
