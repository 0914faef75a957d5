#!/usr/bin/env python3
"""Compares how fast the studio speaks with public Python programs that run the same models, in one run.

  compare_speed.py MOKSORI KOKORO_FOLDER [JOE_ONNX]

Prints for each model: load time, time to the first sound, the time to render by the length of the sound (RTF), and the
peak of resident memory; of the studio's engine process and of the Python process. Both get the same five chunks, and two
threads. The Python programs are measured before and after the studio and the better figure counts, so that a machine that
is busy for a while does not make them look slow. The studio's figures are those of `MOKSORI bench`, which takes the
quickest of several rounds, too; reading the text is part of them, and of the Python programs only where they read text:
kokoro-onnx is given the studio's phonemes.

Needs Python 3.9 with numpy, `hibari-tts`, `kokoro-onnx`, and for JOE_ONNX `piper-tts`, which must be installed in MOKSORI
as a voice, too.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

N_ROUNDS = 9
PATIENCE_SECS = 12.0
N_THREADS = 2
SCRIPT = Path(__file__).parent.parent / "assets/samples/lighthouse_en.md"


def session_options():
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = N_THREADS
    options.inter_op_num_threads = 1
    return options


def hibari(_args):
    from hibari import SAMPLE_RATE, Hibari

    voice = Hibari(voice="heart", threads=N_THREADS)

    def speak(chunk):
        return sum(len(samples) for samples in voice.stream(chunk, seed=1)) / SAMPLE_RATE

    return speak


def kokoro(args):
    import numpy
    import onnxruntime
    from kokoro_onnx import Kokoro

    folder = Path(args[0])
    style = numpy.fromfile(folder / "af_heart.bin", dtype=numpy.float32).reshape(510, 1, 256)
    with tempfile.NamedTemporaryFile(suffix=".npz") as voices:
        numpy.savez(voices, af_heart=style)
        voices.flush()
        model = str(folder / "kokoro-v1.0.int8.onnx")
        session = onnxruntime.InferenceSession(model, session_options(), providers=["CPUExecutionProvider"])
        voice = Kokoro.from_session(session, voices.name)
        style = voice.get_voice_style("af_heart")

    def speak(chunk):
        samples, rate = voice.create(chunk, style, is_phonemes=True)
        return len(samples) / rate

    return speak


def piper(args):
    from piper import PiperVoice

    voice = PiperVoice.load(args[0])

    def speak(chunk):
        return sum(len(part.audio_int16_array) / part.sample_rate for part in voice.synthesize(chunk))

    return speak


def peer(name, args):
    """Measures one Python program, in a process of its own."""
    chunks = json.load(sys.stdin)
    began = time.perf_counter()
    speak = {"hibari": hibari, "kokoro": kokoro, "piper": piper}[name](args)
    load = time.perf_counter() - began
    began = time.perf_counter()
    speak(chunks[0])
    first = time.perf_counter() - began
    best, audio, began = float("inf"), 0.0, time.perf_counter()
    for round_ in range(N_ROUNDS):
        if round_ and time.perf_counter() - began > PATIENCE_SECS:
            break
        start = time.perf_counter()
        audio = sum(speak(chunk) for chunk in chunks)
        best = min(best, time.perf_counter() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(json.dumps({"load_ms": load * 1e3, "first_ms": first * 1e3, "rtf": best / audio, "audio": audio, "peak": peak}))


def run_peer(name, args, chunks):
    command = [sys.executable, __file__, "--peer", name, *args]
    return json.loads(subprocess.run(command, input=json.dumps(chunks), capture_output=True, text=True, check=True).stdout)


def chunks_for(moksori, phonemes_of):
    """The chunks that `bench` speaks: the first five of the sample script."""
    lines = [line for line in SCRIPT.read_text(encoding="utf-8").splitlines() if line.strip() and line[0] != "#"]
    out = subprocess.run([moksori, "chunks", "-"], input="\n".join(lines), capture_output=True, text=True, check=True).stdout
    chunks = [chunk["spoken"] for chunk in json.loads(out) if chunk["spoken"].strip()][:5]
    if phonemes_of is None:
        return chunks
    command = [moksori, "phonemes", "--voice", phonemes_of, "-"]
    return [
        subprocess.run(command, input=chunk, capture_output=True, text=True, check=True).stdout.strip() for chunk in chunks
    ]


def main(moksori, kokoro_folder, joe=None):
    rows = [("heart", "hibari", [], None), ("af_heart", "kokoro", [kokoro_folder], "af_heart")]
    if joe:
        rows.append((None, "piper", [joe], None))
    before = [run_peer(name, args, chunks_for(moksori, phonemes)) for _, name, args, phonemes in rows]
    ours = json.loads(subprocess.run([moksori, "bench", "--json"], capture_output=True, text=True, check=True).stdout)
    print(f"{'':<22} {'load ms':>9} {'first ms':>9} {'RTF':>7} {'peak MB':>8} {'sound s':>8}")
    for (voice, name, args, phonemes), earlier in zip(rows, before):
        later = run_peer(name, args, chunks_for(moksori, phonemes))
        best = {key: min(earlier[key], later[key]) for key in earlier}
        of = next(of for of in ours if of["voice"] == voice or voice is None and of["engine"] == name)
        figures = (of["load_ms"], of["first_audio_ms"], of["rtf"], of["peak_rss_mb"] or 0.0, of["seconds_audio"])
        print("{:<22} {:>9.0f} {:>9.0f} {:>7.4f} {:>8.0f} {:>8.1f}".format(of["voice"], *figures))
        figures = (best["load_ms"], best["first_ms"], best["rtf"], best["peak"], best["audio"])
        print("{:<22} {:>9.0f} {:>9.0f} {:>7.4f} {:>8.0f} {:>8.1f}".format(f"  {name} in Python", *figures))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        peer(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) in (3, 4):
        main(*sys.argv[1:])
    else:
        sys.exit(__doc__)
