//! The voices in a process of their own, so that a crash, an abort or the kernel's out-of-memory killer takes a chunk and
//! not the window.
//!
//! The child is the same program (`moksori engine`). It owns the runtime and every model, and is kept warm. The parent
//! asks over its standard input and is answered over its standard output in frames ([`wire`]); samples are the frame's
//! binary tail. To the worker thread the child is a [`VoiceSource`](crate::voice::VoiceSource) like any other
//! ([`remote::EngineSource`]): what a line is, how it is cut and joined stays in the parent.
//!
//! The child ends when its standard input ends, also in the middle of a run, and so dies with the parent, however that
//! ended. A child that dies is started again for the next request, at once the first time and with growing pauses if it
//! keeps dying ([`link::Link`]).
//!
//! Why this is the default: what the split costs was measured with `moksori bench`, which speaks the same chunks in both
//! processes in turn (two cores, the voice `heart`, the fastest there is: a chunk of 4 s of sound takes about 20 ms). Median of
//! seven runs: under 0.2 ms and 0.7 % of the time of a chunk; single runs lay between −0.3 and +2.5 %, which is the machine's
//! noise. Before samples went as they lie in memory, through a pipe that holds a whole chunk, the same seven runs in turn had
//! 2.4 %. For that a crash in the runtime costs one chunk, which is spoken again, and not the window.

pub mod child;
pub mod link;
pub mod remote;
pub mod wire;

#[cfg(test)]
mod tests;
