//! Playback. The only module that names the sound-device library.
//!
//! [`Player`] is the interface thread's handle. A named thread (`player`) owns the output and feeds it from a queue of
//! clips through a lock-free ring; the device's callback only pops samples from the ring, applies a short gain ramp and
//! counts what it consumed: it never locks, logs, allocates or frees. No device is not an error: the [`NullOutput`]
//! keeps time and plays nothing.
