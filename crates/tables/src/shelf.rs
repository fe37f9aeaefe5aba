//! Solved classes in memory, from files where there are any.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::error::FileError;
use crate::file::TableFile;
use crate::material::Class;
use crate::positions::Numbered;
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
        self.classes.insert(class, solved.clone());
        solved
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
            return Ok(Some(self.put(class, table.solved()?)));
        }
        let other = class.swapped();
        if !X::ONE_OF_PAIR || other == class || TableFile::open(folder, other)?.is_none() {
            return Ok(None);
        }
        // Classes that captures and promotions lead to have fewer men, or pawns: this ends.
        for next in class.conversions().into_iter().map(|(_, next)| next).chain([other]) {
            // Without it nothing follows.
            if self.load_until(folder, next, stop)?.is_none() {
                return Ok(None);
            }
        }
        let solved = X::of_moves(class, &mut |class| self.get(class).cloned(), stop);
        Ok(solved.map(|solved| self.put(class, solved)))
    }
}
