//! Values of options that are more than a number, for the command line and for requests.

use std::str::FromStr;
use std::time::Duration;

/// A time limit; `None` for `none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time(pub Option<Duration>);

impl FromStr for Time {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Time, Self::Err> {
        const EXPECTED: &str = "expected a time such as 500ms, 60s, 5m or 1h, or none";
        if text == "none" {
            return Ok(Time(None));
        }
        let (number, unit) = split(text);
        let seconds = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(EXPECTED),
        };
        let number: f64 = number.parse().map_err(|_| EXPECTED)?;
        match Duration::try_from_secs_f64(number * seconds) {
            Ok(Duration::ZERO) => Err("the time must be more than zero; none lifts the limit"),
            Ok(time) => Ok(Time(Some(time))),
            Err(_) => Err(EXPECTED),
        }
    }
}

/// An amount of memory in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory(pub usize);

impl FromStr for Memory {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Memory, Self::Err> {
        const EXPECTED: &str = "expected an amount of memory such as 512MiB or 2GiB";
        let (number, unit) = split(text);
        let factor: u64 = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "k" | "kib" => 1 << 10,
            "m" | "mib" => 1 << 20,
            "g" | "gib" => 1 << 30,
            "t" | "tib" => 1 << 40,
            "kb" => 1_000,
            "mb" => 1_000_000,
            "gb" => 1_000_000_000,
            _ => return Err(EXPECTED),
        };
        let number: u64 = number.parse().map_err(|_| EXPECTED)?;
        let bytes = number.checked_mul(factor).and_then(|bytes| usize::try_from(bytes).ok());
        match bytes {
            Some(0) => Err("the memory must be more than zero"),
            Some(bytes) => Ok(Memory(bytes)),
            None => Err("that is more memory than there can be"),
        }
    }
}

/// The digits in front, and the rest.
fn split(text: &str) -> (&str, &str) {
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..unit], text[unit..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let time = |text: &str| text.parse::<Time>().map(|time| time.0.map(|time| time.as_millis()));
        assert_eq!(time("60"), Ok(Some(60_000)));
        assert_eq!(time("1.5s"), Ok(Some(1_500)));
        assert_eq!(time("250ms"), Ok(Some(250)));
        assert_eq!(time("2 min"), Ok(Some(120_000)));
        assert_eq!(time("1h"), Ok(Some(3_600_000)));
        assert_eq!(time("none"), Ok(None));
        for wrong in ["", "s", "-1s", "0", "0ms", "1d", "1e9", "inf", "1.2.3s", "9".repeat(400).as_str()] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memories() {
        let memory = |text: &str| text.parse::<Memory>().map(|memory| memory.0);
        assert_eq!(memory("1GiB"), Ok(1 << 30));
        assert_eq!(memory("1gb"), Ok(1_000_000_000));
        assert_eq!(memory("512M"), Ok(512 << 20));
        assert_eq!(memory("4096"), Ok(4096));
        for wrong in ["", "0", "-1", "1.5GiB", "1XB", "99999999999999999999", "99999999TiB"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
