//! The file in which `arbiter win --checkpoint` keeps what is proved.
//!
//! Magic, version, length of the head, the head as JSON (game, position, question, bounds), length of the
//! proofs, the proofs, and a CRC-32 of all before it; numbers have their low byte first. A file is only ever
//! replaced by a whole one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{Plies, Proved};
use chess_arbiter_answer::{Goal, Resume, WinQuestion};
use serde::{Deserialize, Serialize};

use crate::exit::{Failure, say};
use crate::input::{self, Source};

const MAGIC: [u8; 8] = *b"arb win\n";
const VERSION: u32 = 1;

/// How often it is written.
const EVERY: Duration = Duration::from_secs(60);

/// Larger than any that is written: other files are not read into memory.
const MAX_SIZE: u64 = 64 << 20;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct About {
    rules: String,
    position: String,
    /// Plies; `null` for the shortest win.
    within: Option<Plies>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    about: About,
    no_win_within: Plies,
    win_within: Option<Plies>,
}

/// A checkpoint of one question.
pub(crate) struct Checkpoint {
    path: PathBuf,
    about: About,
    from: Option<Arc<Proved>>,
    /// A limit left something to be proved.
    left: Arc<AtomicBool>,
}

impl Checkpoint {
    /// Reads the file, or makes it if there is none; nothing if there is no position to ask about.
    ///
    /// # Errors
    /// There are several positions, the file is not about this question, or it cannot be read or written.
    pub(crate) fn open(
        path: PathBuf,
        sources: &[Source],
        question: &WinQuestion,
    ) -> Result<Option<Checkpoint>, Failure> {
        let single = input::single(question.rules, sources)
            .map_err(|why| Failure::Usage(format!("--checkpoint: {why}")))?;
        // What is wrong with what the position asks is said in the place of the answer.
        let single = single.and_then(|(item, setup)| Some((question.of(&item.text).ok()?, setup)));
        let question = single.as_ref().map_or(question, |(question, _)| question);
        if question.aim() != Some(Aim::Mate) {
            return Err(Failure::Usage("--checkpoint: only the search for mates is kept".into()));
        }
        let Some((_, setup)) = &single else { return Ok(None) };
        // What is wrong with the position is said in the place of the answer.
        let Ok(position) = question.key(setup) else { return Ok(None) };
        let within = match question.goal {
            Goal::Within(plies) => Some(plies),
            Goal::Shortest => None,
        };
        let about = About { rules: question.rules.name().into(), position, within };
        let from = match read(&path) {
            Ok(bytes) => {
                let proved = parse(&bytes, &about).map_err(|why| refused(&path, &why))?;
                // Tried here, where the file has a name.
                question.resumes(setup, &proved).map_err(|why| refused(&path, &why.message))?;
                Some(Arc::new(proved))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // That it cannot be written is better known now than after an hour.
                let written = write(&path, &about, &Proved::default());
                written.map_err(|error| Failure::System { what: path.display().to_string(), error })?;
                None
            }
            Err(error) => return Err(Failure::System { what: path.display().to_string(), error }),
        };
        Ok(Some(Checkpoint { path, about, from, left: Arc::default() }))
    }

    /// What the question needs of it.
    pub(crate) fn resume(&self) -> Resume {
        let (path, about) = (self.path.clone(), self.about.clone());
        let keep = move |proved: &Proved| {
            if let Err(error) = write(&path, &about, proved) {
                say(&format!("{}: the state of the search cannot be saved: {error}", path.display()));
            }
        };
        Resume { from: self.from.clone(), every: EVERY, keep: Arc::new(keep), left: self.left.clone() }
    }

    /// The answer is written: the file is removed, unless there is something left to be gone on from.
    pub(crate) fn close(self) -> Result<(), Failure> {
        if self.left.load(Ordering::Relaxed) {
            return Ok(());
        }
        fs::remove_file(&self.path)
            .map_err(|error| Failure::System { what: self.path.display().to_string(), error })
    }
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::Checkpoint(format!("{}: {why}; the file is left as it is", path.display()))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > MAX_SIZE {
        return Err(io::Error::other("too large to be a checkpoint of `arbiter win`"));
    }
    fs::read(path)
}

fn write(path: &Path, about: &About, proved: &Proved) -> io::Result<()> {
    let bytes = bytes(about, proved)?;
    let mut new = OsString::from(path);
    new.push(".new");
    let mut file = File::create(&new)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    // The name too is to last; not every system can be asked for that.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn bytes(about: &About, proved: &Proved) -> io::Result<Vec<u8>> {
    let Proved { no_win_within, win_within, proofs } = proved;
    let (no_win_within, win_within) = (*no_win_within, *win_within);
    let head = serde_json::to_vec(&Head { about: about.clone(), no_win_within, win_within })?;
    let mut bytes = Vec::with_capacity(head.len() + proofs.len() + 32);
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(head.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&head);
    bytes.extend_from_slice(&(proofs.len() as u64).to_le_bytes());
    bytes.extend_from_slice(proofs);
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// What was proved about this question, or why the bytes do not say.
fn parse(bytes: &[u8], about: &About) -> Result<Proved, String> {
    let foreign = || "not a checkpoint of `arbiter win`".to_string();
    let damaged = || "damaged or cut short".to_string();
    let rest = bytes.strip_prefix(&MAGIC).ok_or_else(foreign)?;
    let (version, _) = rest.split_first_chunk().ok_or_else(damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(format!("a checkpoint of version {version}; this program knows version {VERSION}"));
    }
    let (body, crc) = bytes.split_last_chunk().ok_or_else(damaged)?;
    if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
        return Err(damaged());
    }
    let rest = body.get(MAGIC.len() + 4..).ok_or_else(damaged)?;
    let (len, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let (head, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or_else(damaged)?;
    let (len, proofs) = rest.split_first_chunk().ok_or_else(damaged)?;
    if u64::from_le_bytes(*len) != proofs.len() as u64 {
        return Err(damaged());
    }
    let Head { about: found, no_win_within, win_within } =
        serde_json::from_slice(head).map_err(|error| format!("damaged: {error}"))?;
    if found.rules != about.rules {
        return Err(format!("a checkpoint of the game {}, not {}", found.rules, about.rules));
    }
    if found.position != about.position {
        return Err(format!("a checkpoint of another position, {}", found.position));
    }
    if found.within != about.within {
        let asked = found.within.map_or("--shortest".into(), |plies| format!("--within {plies}"));
        return Err(format!("a checkpoint of another question, {asked}"));
    }
    if win_within.zip(about.within).is_some_and(|(win, within)| win > within) {
        return Err("damaged: a win longer than what was asked about".into());
    }
    Ok(Proved { no_win_within, win_within, proofs: proofs.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About {
        About {
            rules: "standard".into(),
            position: "k7/8/K7/8/8/8/8/7R w - -".into(),
            within: Some(Plies(9)),
        }
    }

    fn proved() -> Proved {
        Proved { no_win_within: Plies(4), win_within: Some(Plies(7)), proofs: (0..80).collect() }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(parse(&bytes(&about(), &proved()).unwrap(), &about()), Ok(proved()));
    }

    #[test]
    fn no_damaged_byte_and_no_cut_is_overlooked() {
        let whole = bytes(&about(), &proved()).unwrap();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                assert!(parse(&bytes, &about()).is_err(), "{at}");
            }
            assert!(parse(&whole[..at], &about()).is_err(), "{at}");
        }
        let longer = [&whole[..], &[0]].concat();
        assert!(parse(&longer, &about()).is_err());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let whole = bytes(&about(), &proved()).unwrap();
        let says = |bytes: &[u8], about: &About| parse(bytes, about).unwrap_err();
        assert_eq!(says(b"# a file of positions", &about()), "not a checkpoint of `arbiter win`");
        assert_eq!(says(b"", &about()), "not a checkpoint of `arbiter win`");
        let mut later = whole.clone();
        later[8] = 2;
        assert_eq!(says(&later, &about()), "a checkpoint of version 2; this program knows version 1");
        assert_eq!(says(&whole[..90], &about()), "damaged or cut short");
        let other = About { rules: "pawnless".into(), ..about() };
        assert_eq!(says(&whole, &other), "a checkpoint of the game standard, not pawnless");
        let other = About { position: "8/8/8/8/8/8/8/8 w - -".into(), ..about() };
        assert!(says(&whole, &other).starts_with("a checkpoint of another position, k7/"));
        let other = About { within: None, ..about() };
        assert_eq!(says(&whole, &other), "a checkpoint of another question, --within 9");
        let longer = bytes(&about(), &Proved { win_within: Some(Plies(11)), ..proved() }).unwrap();
        assert!(says(&longer, &about()).starts_with("damaged"));
    }
}
