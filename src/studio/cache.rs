//! Clips that were rendered, by content key, under a memory budget.
