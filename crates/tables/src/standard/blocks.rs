//! What is held of tables that are read part by part.

use std::collections::HashMap;
use std::sync::Arc;

use crate::file::TableFile;
use crate::material::Class;

/// Blocks of tables, and the tables they are of, by their pairs.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub(super) tables: HashMap<Class, Option<Arc<TableFile>>>,
    held: HashMap<(Class, usize), Block>,
    clock: u64,
}

/// When it was last asked for, and its entries.
type Block = (u64, Arc<[u8]>);

impl Blocks {
    pub(super) fn bytes(&self) -> u64 {
        self.held.values().map(|(_, entries)| entries.len() as u64).sum()
    }

    pub(super) fn get(&mut self, class: Class, block: usize) -> Option<Arc<[u8]>> {
        self.clock += 1;
        let (asked, entries) = self.held.get_mut(&(class, block))?;
        *asked = self.clock;
        Some(entries.clone())
    }

    /// Holds a block, for which others go where there is no room.
    pub(super) fn put(&mut self, class: Class, block: usize, entries: Arc<[u8]>, memory: u64) {
        self.held.insert((class, block), (self.clock, entries));
        self.shrink(memory);
    }

    /// Lets go of what was not asked for longest where it takes more memory, but for the last.
    pub(super) fn shrink(&mut self, memory: u64) {
        while self.held.len() > 1 && self.bytes() > memory {
            let oldest = self.held.iter().min_by_key(|(_, (asked, _))| *asked).map(|(&place, _)| place);
            oldest.and_then(|place| self.held.remove(&place));
        }
    }

    /// Lets go of all that is held of a class.
    pub(super) fn forget(&mut self, class: Class) {
        self.tables.remove(&class.pair());
        self.held.retain(|(of, _), _| *of != class);
    }
}
