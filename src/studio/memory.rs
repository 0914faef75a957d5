//! What memory the process and the machine have.
