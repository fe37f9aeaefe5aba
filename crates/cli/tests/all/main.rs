//! The command, run as users run it.

mod architecture;
mod checkpoint;
mod common;
#[cfg(unix)]
mod companion;
mod covered;
mod dead;
mod inputs;
mod judge;
mod mate;
mod mcp;
mod mcp_client;
#[cfg(target_os = "linux")]
mod memory;
mod past;
mod popeye;
mod proof;
mod reach;
mod readme;
mod repairs;
mod retro;
mod serve;
mod status;
mod streams;
mod table;
mod uci_client;
mod usage;
mod verify;
mod win;
