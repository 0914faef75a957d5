//! Peaks of a clip, for drawing its waveform.
