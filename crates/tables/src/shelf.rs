//! Solved classes in memory, from files where there are any.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::error::FileError;
use crate::file::TableFile;
use crate::material::Class;
use crate::positions::{ChangeEntries, Numbered};
use crate::solved::Solved;

/// See the module.
#[derive(Debug)]
pub(crate) struct Shelf<X> {
    classes: HashMap<Class, Arc<Solved<X>>>,
}

impl<X> Default for Shelf<X> {
    fn default() -> Shelf<X> {
        Shelf { classes: HashMap::new() }
    }
}

impl<X: Numbered> Shelf<X> {
    /// A class that is on the shelf.
    pub(crate) fn get(&self, class: Class) -> Option<&Arc<Solved<X>>> {
        self.classes.get(&class)
    }

    /// Puts a class on it.
    pub(crate) fn put(&mut self, class: Class, solved: Solved<X>) -> Arc<Solved<X>> {
        let solved = Arc::new(solved);
        self.share(class, solved.clone());
        solved
    }

    /// Puts a class on it that others hold too.
    pub(crate) fn share(&mut self, class: Class, solved: Arc<Solved<X>>) {
        self.classes.insert(class, solved);
    }

    /// Leaves only some classes on it.
    pub(crate) fn keep(&mut self, keep: impl Fn(Class) -> bool) {
        self.classes.retain(|&class, _| keep(class));
    }

    /// The bytes of all that is on it.
    pub(crate) fn bytes(&self) -> u64 {
        self.classes.values().map(|solved| solved.bytes()).sum()
    }

    /// A class, from its file or that of the other of its pair if it is not there yet; `None` if it has none.
    /// What its values follow from is put there too.
    ///
    /// # Errors
    /// A file cannot be read, or is damaged.
    pub(crate) fn load(&mut self, folder: &Path, class: Class) -> Result<Option<Arc<Solved<X>>>, FileError> {
        self.load_until(folder, class, &|| false)
    }

    /// The same; `None` too when `stop` says so.
    pub(crate) fn load_until(
        &mut self,
        folder: &Path,
        class: Class,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Arc<Solved<X>>>, FileError> {
        if let Some(solved) = self.get(class) {
            return Ok(Some(solved.clone()));
        }
        if let Some(table) = TableFile::open(folder, class)? {
            let mut add_offers: ChangeEntries = Box::new(|_, _| ());
            if table.leaves_open() {
                // Without what decides the rest it says nothing.
                if !self.load_all(folder, class.leads_to(), stop)? {
                    return Ok(None);
                }
                add_offers = X::add_offers(class, &mut |class| self.get(class).cloned());
            }
            return Ok(table.solved(add_offers, stop)?.map(|solved| self.put(class, solved)));
        }
        let other = class.swapped();
        if !X::ONE_OF_PAIR || other == class || TableFile::open(folder, other)?.is_none() {
            return Ok(None);
        }
        // Without them nothing follows.
        if !self.load_all(folder, class.leads_to().chain([other]), stop)? {
            return Ok(None);
        }
        let solved = X::of_moves(class, &mut |class| self.get(class).cloned(), stop);
        Ok(solved.map(|solved| self.put(class, solved)))
    }

    /// Loads some that a class leads to; whether all are there.
    fn load_all(
        &mut self,
        folder: &Path,
        classes: impl Iterator<Item = Class>,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, FileError> {
        for class in classes {
            if self.load_until(folder, class, stop)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
