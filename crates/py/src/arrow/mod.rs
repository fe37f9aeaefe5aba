//! Columns in and out by the Arrow PyCapsule interface. The places where its pointers are followed are in
//! `capsule`; a library that does this (pyo3-arrow) would bring numpy, ndarray and all of Arrow's casts
//! along.

pub(crate) mod capsule;
pub(crate) mod table;
pub(crate) mod texts;
