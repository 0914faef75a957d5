//! A take as a file: a magic word, the length of the header, the header in JSON, the samples as little-endian `f32`, and
//! a checksum of all of it.

use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::studio::sanity::Suspicion;
use crate::studio::{ChunkStatus, Take};

/// The first bytes; the digit is the version.
const MAGIC: &[u8; 8] = b"MOKTAKE1";
/// Bytes of the checksum.
const N_SUM: usize = 16;
/// Longest header taken, bytes.
const MAX_HEADER: usize = 16 << 20;

/// A take as it was stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTake {
    pub(super) rate_hz: u32,
    pub(super) samples: Vec<f32>,
    pub(super) chunks: Vec<StoredChunk>,
    pub(super) dropped: String,
    pub(super) suspicions: Vec<(usize, Suspicion)>,
    pub(super) provider: String,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct StoredChunk {
    pub start: usize,
    pub n_samples: usize,
    pub status: ChunkStatus,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Header {
    rate_hz: u32,
    n_samples: usize,
    chunks: Vec<StoredChunk>,
    dropped: String,
    #[serde(default)]
    suspicions: Vec<(usize, Suspicion)>,
    provider: String,
}

/// The file's bytes for a take.
pub(super) fn bytes_of(take: &Take) -> io::Result<Vec<u8>> {
    let header = Header {
        rate_hz: take.clip.rate_hz,
        n_samples: take.clip.len(),
        chunks: take
            .chunks
            .iter()
            .map(|chunk| StoredChunk { start: chunk.start, n_samples: chunk.n_samples, status: chunk.status })
            .collect(),
        dropped: take.dropped.clone(),
        suspicions: take.suspicions.clone(),
        provider: take.provider.clone(),
    };
    let header = serde_json::to_vec(&header)?;
    let n_header = u32::try_from(header.len()).map_err(io::Error::other)?;
    let mut bytes = Vec::with_capacity(MAGIC.len() + 4 + header.len() + 4 * take.clip.len() + N_SUM);
    bytes.extend(MAGIC);
    bytes.extend(n_header.to_le_bytes());
    bytes.extend(header);
    bytes.extend(take.clip.samples.iter().flat_map(|sample| sample.to_le_bytes()));
    bytes.extend(checksum(&bytes));
    Ok(bytes)
}

/// Reads a file; whatever is wrong with it is an error and never a wrong take.
pub(super) fn read(path: &Path) -> io::Result<StoredTake> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.read_to_end(&mut bytes)?;
    parse(&bytes).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "it is not whole"))
}

fn parse(bytes: &[u8]) -> Option<StoredTake> {
    let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(N_SUM)?)?;
    if checksum(content) != sum {
        return None;
    }
    let rest = content.strip_prefix(MAGIC)?;
    let (n_header, rest) = rest.split_first_chunk::<4>()?;
    let n_header = u32::from_le_bytes(*n_header) as usize;
    let (header, samples) = rest.split_at_checked(n_header.min(MAX_HEADER))?;
    let Header { rate_hz, n_samples, chunks, dropped, suspicions, provider } = serde_json::from_slice(header).ok()?;
    let (samples, []) = samples.as_chunks::<4>() else { return None };
    let fits = |chunk: &StoredChunk| chunk.start.checked_add(chunk.n_samples).is_some_and(|end| end <= n_samples);
    if samples.len() != n_samples || rate_hz == 0 || !chunks.iter().all(fits) {
        return None;
    }
    let samples: Vec<f32> = samples.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    Some(StoredTake { rate_hz, samples, chunks, dropped, suspicions, provider })
}

fn checksum(bytes: &[u8]) -> [u8; N_SUM] {
    let mut sum = [0; N_SUM];
    sum.iter_mut().zip(Sha256::digest(bytes)).for_each(|(to, from)| *to = from);
    sum
}
