//! The programs as people run them, on the loopback: the same rows as without a cluster, executors that are
//! lost, jobs that are killed, and whatever else can be wrong.

mod faults;
mod lost;
mod pieces;
mod rows;
mod support;
