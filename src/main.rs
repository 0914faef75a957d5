//! Start-up only: arguments, logging, paths.

fn main() {}
