use std::path::{Path, PathBuf};
use std::process::Command;

use super::Writer;
use crate::audio::decode::decode;
use crate::audio::resample::{resample, resampled_len};
use crate::audio::{Clip, samples_in};
use crate::export::mp3::tests::scan;
use crate::export::{Channels, ExportError, Format, Options, Report, Tags};

const FORMATS: [Format; 4] = [Format::Wav16, Format::Wav24, Format::WavFloat, Format::Mp3];

/// A sweep with a beat: nothing in it repeats, so that only one alignment fits.
fn sweep(n: usize, rate_hz: u32) -> Vec<f32> {
    (0..n)
        .map(|i| {
            let t = i as f64 / f64::from(rate_hz);
            (0.5 * (0.7 + 0.3 * (31.0 * t).sin()) * (2.0 * std::f64::consts::PI * (150.0 + 400.0 * t) * t).sin()) as f32
        })
        .collect()
}

fn write(path: &Path, options: &Options, pieces: &[&[f32]]) -> Report {
    let mut writer = Writer::create(path, options).expect("begins");
    for piece in pieces {
        writer.push(piece).expect("writes");
    }
    writer.finish().expect("finishes")
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("lists")
        .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Output of an installed program; None, with a notice, where it is not installed.
fn run(program: &str, arguments: &[&str], path: &Path) -> Option<Vec<u8>> {
    let Ok(output) = Command::new(program).args(arguments).arg(path).output() else {
        println!("{program} is not installed: its check is left out");
        return None;
    };
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().expect("four"))).collect()
}

/// Decoded by us, ffmpeg and mpg123, whichever is installed.
fn decoded(path: &Path) -> Vec<(&'static str, Vec<f32>)> {
    let ours = decode(std::fs::read(path).expect("reads"), "mp3").expect("decodes");
    let mut all = vec![("own decoder", ours.samples.to_vec())];
    let script = path.with_extension("raw");
    let _ignored = std::fs::remove_file(&script);
    if let Ok(status) = Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(path)
        .args(["-f", "f32le", "-c:a", "pcm_f32le"])
        .arg(&script)
        .status()
    {
        assert!(status.success());
        all.push(("ffmpeg", floats(&std::fs::read(&script).expect("reads"))));
        std::fs::remove_file(&script).expect("removes");
    } else {
        println!("ffmpeg is not installed: its check is left out");
    }
    if let Some(bytes) = run("mpg123", &["-q", "-s", "-e", "f32"], path) {
        all.push(("mpg123", floats(&bytes)));
    }
    all
}

/// Correlation of `b` shifted by `lag` with `a`.
fn correlation(a: &[f32], b: &[f32], lag: isize) -> f64 {
    let (a, b) = if lag >= 0 { (a, &b[lag as usize..]) } else { (&a[lag.unsigned_abs()..], b) };
    let dot = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(&x, &y)| f64::from(x) * f64::from(y)).sum::<f64>();
    let n = a.len().min(b.len());
    dot(&a[..n], &b[..n]) / (dot(&a[..n], &a[..n]) * dot(&b[..n], &b[..n])).sqrt()
}

#[test]
fn wav_files_hold_the_samples() {
    let folder = tempfile::tempdir().expect("temp");
    let mut samples = sweep(10_007, 44_100);
    samples[5_000..6_000].fill(0.0);
    samples.extend([1.0, -1.0, 1.5, -1.5, 1e-9]);
    for format in FORMATS.into_iter().filter(|&format| format != Format::Mp3) {
        let path = folder.path().join(format!("{format:?}.wav"));
        let report = write(&path, &Options::new(format, 44_100), &[&samples]);
        let bytes = std::fs::read(&path).expect("reads");
        assert_eq!(report.n_samples as usize, samples.len());
        assert_eq!(report.n_bytes as usize, bytes.len());
        assert_eq!(report.seconds, samples.len() as f64 / 44_100.0);
        assert_eq!(bytes.len() % 2, 0, "{format:?}: chunks end on even bytes");
        let riff_len = u32::from_le_bytes(bytes[4..8].try_into().expect("four"));
        assert_eq!(riff_len as usize + 8, bytes.len(), "{format:?}");

        let mut reader = hound::WavReader::new(&bytes[..]).expect("header");
        assert_eq!((reader.spec().channels, reader.spec().sample_rate), (1, 44_100));
        let bits = reader.spec().bits_per_sample;
        let read: Vec<f32> = if format == Format::WavFloat {
            reader.samples::<f32>().map(|s| s.expect("sample")).collect()
        } else {
            let scale = f64::from(1_u32 << (bits - 1));
            reader.samples::<i32>().map(|s| (f64::from(s.expect("sample")) / scale) as f32).collect()
        };
        assert_eq!(read.len(), samples.len());
        let (tolerance, n_clipped) = match format {
            Format::WavFloat => (0.0, 0),
            Format::Wav24 => (0.51 / 8_388_608.0, 2),
            _ => (1.51 / 32_768.0, 2),
        };
        assert_eq!(report.n_clipped, n_clipped, "{format:?}");
        for (i, (&a, &b)) in samples.iter().zip(&read).enumerate() {
            if format == Format::WavFloat {
                assert_eq!(a.to_bits(), b.to_bits(), "sample {i}");
            } else {
                let top = 1.0 - 1.0 / (1_u32 << (bits - 1)) as f32;
                assert!((a.clamp(-1.0, top) - b).abs() <= tolerance, "{format:?}, sample {i}: {a} became {b}");
            }
        }
        assert!(read[5_000..6_000].iter().all(|&s| s == 0.0), "{format:?}: silence stays silence");
    }
}

#[test]
fn other_programs_read_the_wav_files() {
    let folder = tempfile::tempdir().expect("temp");
    for (format, codec) in [(Format::Wav16, "pcm_s16le"), (Format::Wav24, "pcm_s24le"), (Format::WavFloat, "pcm_f32le")]
    {
        let path = folder.path().join("a.wav");
        let options = Options { replace: true, ..Options::new(format, 48_000) };
        write(&path, &options, &[&sweep(9_999, 48_000)]);
        let entries =
            ["-v", "error", "-of", "csv=p=0", "-show_entries", "stream=codec_name,sample_rate,channels,duration_ts"];
        if let Some(answer) = run("ffprobe", &entries, &path) {
            assert_eq!(String::from_utf8_lossy(&answer).trim(), format!("{codec},48000,1,9999"));
        }
        if let Some(answer) = run("soxi", &["-s"], &path) {
            assert_eq!(String::from_utf8_lossy(&answer).trim(), "9999");
        }
        assert_eq!(decode(std::fs::read(&path).expect("reads"), "wav").expect("decodes").len(), 9_999);
    }
}

#[test]
fn mp3_files_play_exactly_the_samples() {
    let folder = tempfile::tempdir().expect("temp");
    let path = folder.path().join("소리.mp3");
    for channels in [Channels::Mono, Channels::JointStereo] {
        for n in [1, 1_000, 1_152, 44_100 * 3 + 17] {
            let source = sweep(n, 44_100);
            let tags = Tags { title: "제목 한국어 Title".to_owned(), ..Tags::default() };
            let options = Options { channels, replace: true, tags, ..Options::new(Format::Mp3, 44_100) };
            let report = write(&path, &options, &[&source]);
            assert_eq!((report.n_samples as usize, report.n_clipped), (n, 0));
            for (program, samples) in decoded(&path) {
                let samples: Vec<f32> = if channels == Channels::JointStereo && program != "own decoder" {
                    samples.iter().copied().step_by(2).collect()
                } else {
                    samples
                };
                assert_eq!(samples.len(), n, "{program}, {channels:?}");
                if n > 10_000 {
                    let fit = |lag| correlation(&source, &samples, lag);
                    let best = (-40_isize..=40).max_by(|&a, &b| fit(a).total_cmp(&fit(b))).expect("some");
                    println!("{program}, {channels:?}: best lag {best}, correlation {:.6}", fit(0));
                    assert_eq!(best, 0, "{program}, {channels:?}: shifted");
                    assert!(fit(0) > 0.999, "{program}, {channels:?}: {}", fit(0));
                }
            }
        }
    }
}

#[test]
fn an_mp3_of_nothing_is_a_whole_file() {
    let folder = tempfile::tempdir().expect("temp");
    let path = folder.path().join("a.mp3");
    let report = write(&path, &Options::new(Format::Mp3, 44_100), &[]);
    assert_eq!(report.n_samples, 0);
    assert!(decode(std::fs::read(&path).expect("reads"), "mp3").expect("decodes").is_empty());
}

#[test]
fn an_mp3_of_another_rate_has_the_exact_length() {
    let folder = tempfile::tempdir().expect("temp");
    for (rate_hz, n) in [(48_000, 48_000 * 2 + 11), (24_000, 24_001), (22_050, 5_000)] {
        let path = folder.path().join(format!("{rate_hz}.mp3"));
        let source = sweep(n, rate_hz);
        let pieces: Vec<&[f32]> = source.chunks(3_333).collect();
        let report = write(&path, &Options::new(Format::Mp3, rate_hz), &pieces);
        let n_wanted = resampled_len(n, rate_hz, 44_100);
        assert_eq!(report.n_samples as usize, n_wanted);
        assert_eq!(report.seconds, n_wanted as f64 / 44_100.0);
        let reference = resample(&Clip::new(source, rate_hz), 44_100).expect("converts");
        for (program, samples) in decoded(&path) {
            assert_eq!(samples.len(), n_wanted, "{program}, {rate_hz} Hz");
            let fit = correlation(&reference.samples, &samples, 0);
            assert!(fit > 0.999, "{program}, {rate_hz} Hz: {fit}");
        }
    }
}

#[test]
fn other_programs_read_the_korean_tags() {
    let folder = tempfile::tempdir().expect("temp");
    let path = folder.path().join("a.mp3");
    let tags = Tags {
        title: "등대지기 – Lighthouse".to_owned(),
        artist: "홍길동".to_owned(),
        album: "밤바다 昭和 ☂".to_owned(),
    };
    let options = Options { tags: tags.clone(), ..Options::new(Format::Mp3, 44_100) };
    write(&path, &options, &[&sweep(44_100, 44_100)]);
    let bytes = std::fs::read(&path).expect("reads");
    assert!(scan(&bytes, Channels::Mono).tag_len > 0);
    assert_ne!(&bytes[bytes.len() - 128..bytes.len() - 125], b"TAG", "an ID3v1 tag");
    let entries = ["-v", "error", "-of", "default=nw=1:nk=1", "-show_entries", "format_tags=title,artist,album"];
    if let Some(answer) = run("ffprobe", &entries, &path) {
        let answer = String::from_utf8(answer).expect("UTF-8");
        let mut lines: Vec<&str> = answer.lines().collect();
        lines.sort_unstable();
        let mut expect = [tags.title.as_str(), &tags.artist, &tags.album];
        expect.sort_unstable();
        assert_eq!(lines, expect);
    }
    let entries = ["-v", "error", "-of", "csv=p=0", "-show_entries", "stream=codec_name,sample_rate,channels,bit_rate"];
    if let Some(answer) = run("ffprobe", &entries, &path) {
        assert_eq!(String::from_utf8_lossy(&answer).trim(), "mp3,44100,1,128000");
    }
}

/// The same samples give the same bytes, however they are cut into pieces, and on every run.
#[test]
fn pieces_do_not_matter() {
    let folder = tempfile::tempdir().expect("temp");
    for format in FORMATS {
        for rate_hz in [44_100, 48_000] {
            let source = [sweep(20_000, rate_hz), vec![0.0; 5_000], sweep(7, rate_hz)].concat();
            let bytes = |name: &str, feed: &dyn Fn(&mut Writer) -> Result<(), ExportError>| {
                let path = folder.path().join(name);
                let options = Options { replace: true, ..Options::new(format, rate_hz) };
                let mut writer = Writer::create(&path, &options).expect("begins");
                feed(&mut writer).expect("writes");
                writer.finish().expect("finishes");
                std::fs::read(path).expect("reads")
            };
            let whole = bytes("whole", &|writer| writer.push(&source));
            let pieces = bytes("pieces", &|writer| {
                source[..20_000].chunks(777).try_for_each(|piece| writer.push(piece))?;
                writer.push(&[])?;
                writer.silence(5_000)?;
                writer.push(&source[25_000..])
            });
            assert!(whole == pieces, "{format:?} at {rate_hz} Hz");
        }
    }
}

#[test]
fn an_existing_file_is_kept_unless_replacing_is_allowed() {
    let folder = tempfile::tempdir().expect("temp");
    for format in FORMATS {
        let path = folder.path().join("a.out");
        crate::files::write_atomic(&path, b"old").expect("writes");
        let options = Options::new(format, 44_100);
        let error = Writer::create(&path, &options).expect_err("exists");
        assert!(matches!(error, ExportError::Exists(_)));
        assert!(error.to_string().contains("--force"), "{error}");
        // Dropped in the middle.
        let options = Options { replace: true, ..options };
        let mut writer = Writer::create(&path, &options).expect("begins");
        writer.push(&sweep(100_000, 44_100)).expect("writes");
        drop(writer);
        assert_eq!(std::fs::read(&path).expect("reads"), b"old", "{format:?}");
        assert_eq!(names_in(folder.path()), ["a.out"]);
        // And finished.
        write(&path, &options, &[&sweep(1_000, 44_100)]);
        assert!(std::fs::read(&path).expect("reads").len() > 400);
        assert_eq!(names_in(folder.path()), ["a.out"]);
    }
}

/// Every write of the encoder fails as on a full disk: the error says so, the file cannot be finished any more, the old
/// one is untouched and nothing else is left.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_file() {
    use super::{Mp3Sink, Sink, WavSink};
    use crate::export::wav::Depth;
    use crate::files::AtomicFile;
    let full = || std::fs::File::options().read(true).write(true).open("/dev/full").expect("opens");
    let wav = |depth| Sink::Wav(Box::new(WavSink::new(full(), 44_100, depth).expect("buffered")));
    let mp3 = || Mp3Sink::new(full(), 44_100, Channels::Mono, &Tags::default()).expect("buffered");
    for sink in [wav(Depth::Int16), wav(Depth::Int24), wav(Depth::Float32), Sink::Mp3(Box::new(mp3()))] {
        let folder = tempfile::tempdir().expect("temp");
        let path = folder.path().join("a.out");
        crate::files::write_atomic(&path, b"old").expect("writes");
        let file = AtomicFile::replacing(&path).expect("begins");
        let mut writer = Writer { file, sink: Some(sink), path: path.clone(), file_rate_hz: 44_100 };
        let error = (0..200).find_map(|_| writer.push(&sweep(44_100, 44_100)).err()).expect("no room");
        assert!(matches!(error, ExportError::DiskFull(_)), "{error}");
        assert!(error.to_string().ends_with("a.out") && error.to_string().contains("free some space"), "{error}");
        assert!(matches!(writer.push(&[0.0]), Err(ExportError::GivenUp(_))));
        assert!(matches!(writer.finish(), Err(ExportError::GivenUp(_))));
        assert_eq!(std::fs::read(&path).expect("reads"), b"old");
        assert_eq!(names_in(folder.path()), ["a.out"]);
    }
}

/// Too little room for the last bytes only: the error comes when the file is finished.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_at_the_end_leaves_the_old_file() {
    use super::{Mp3Sink, Sink, WavSink};
    use crate::export::wav::Depth;
    use crate::files::AtomicFile;
    let full = || std::fs::File::options().read(true).write(true).open("/dev/full").expect("opens");
    let wav = WavSink::new(full(), 44_100, Depth::Int16).expect("buffered");
    let mp3 = Mp3Sink::new(full(), 44_100, Channels::Mono, &Tags::default()).expect("buffered");
    for sink in [Sink::Wav(Box::new(wav)), Sink::Mp3(Box::new(mp3))] {
        let folder = tempfile::tempdir().expect("temp");
        let path = folder.path().join("a.out");
        crate::files::write_atomic(&path, b"old").expect("writes");
        let file = AtomicFile::replacing(&path).expect("begins");
        let mut writer = Writer { file, sink: Some(sink), path: path.clone(), file_rate_hz: 44_100 };
        writer.push(&sweep(1_000, 44_100)).expect("only buffered");
        assert!(matches!(writer.finish(), Err(ExportError::DiskFull(_))));
        assert_eq!(std::fs::read(&path).expect("reads"), b"old");
        assert_eq!(names_in(folder.path()), ["a.out"]);
    }
}

#[test]
fn places_where_no_file_can_be() {
    let folder = tempfile::tempdir().expect("temp");
    let options = Options::new(Format::Wav16, 44_100);
    let error_at = |path: PathBuf| Writer::create(&path, &options).expect_err("cannot begin");
    assert!(matches!(error_at(folder.path().join("no/such/a.wav")), ExportError::NoFolder(_)));
    assert!(matches!(error_at(folder.path().join("..")), ExportError::Exists(_) | ExportError::IsFolder(_)));
    let replacing = Options { replace: true, ..options.clone() };
    let error = Writer::create(folder.path(), &replacing).expect_err("cannot begin");
    assert!(matches!(error, ExportError::IsFolder(_)));
    let error = Writer::create(&folder.path().join("a.mp3"), &Options::new(Format::Mp3, 7)).expect_err("rate");
    assert!(matches!(error, ExportError::Rate { .. }));
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn any_name_will_do() {
    let folder = tempfile::tempdir().expect("temp");
    for name in ["_a.mp3", "it's & 100% #1.mp3", "낭독 😀.mp3", "-o.mp3", "a b.c.mp3", " .mp3"] {
        let path = folder.path().join(name);
        write(&path, &Options::new(Format::Mp3, 44_100), &[&sweep(3_000, 44_100)]);
        assert_eq!(decode(std::fs::read(&path).expect("reads"), "mp3").expect("decodes").len(), 3_000, "{name}");
    }
    assert_eq!(names_in(folder.path()).len(), 6);
}

/// Lengths come from counting samples: hours of lines and pauses add up without drift.
#[test]
fn silence_is_exact() {
    let folder = tempfile::tempdir().expect("temp");
    let path = folder.path().join("a.wav");
    let mut writer = Writer::create(&path, &Options::new(Format::Wav16, 8_000)).expect("begins");
    writer.push(&[0.5; 3]).expect("writes");
    writer.silence(samples_in(1.5, 8_000)).expect("writes");
    writer.push(&[0.5; 2]).expect("writes");
    assert_eq!(writer.finish().expect("finishes").n_samples, 12_005);
    let clip = decode(std::fs::read(&path).expect("reads"), "wav").expect("decodes");
    assert!(clip.samples[3..12_003].iter().all(|&s| s == 0.0) && clip.samples[2] != 0.0 && clip.samples[12_003] != 0.0);
}
