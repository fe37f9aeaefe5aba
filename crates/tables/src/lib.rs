//! The 4×4 games solved completely, by retrograde analysis, class of material by class of material.

#![deny(unsafe_code)]

mod codes;
pub mod index;
pub mod material;
pub mod tiny;
