//! File names that people give.

use super::support::Bench;

/// Names that have broken other programs.
pub const NAMES: &[&str] = &[
    "two words",
    "_underscore",
    "don't",
    "say \"cheese\"",
    "50% & more # [1] {2} $HOME ~",
    "등대 이야기",
    "lighthouse 🙂",
    "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", // decomposed
    "dots.in.the.name",
    " leading space",
];

#[test]
fn inputs_of_any_name_are_read() {
    let bench = Bench::new();
    for name in NAMES.iter().filter(|name| cfg!(unix) || !name.contains('"')) {
        let name = format!("{name}.txt");
        bench.write(&name, "It works.\n");
        assert_eq!(bench.run(["spoken", &name]).expect(0).stdout.lines().count(), 1, "{name}");
        let ran = bench.run(["narrate", &name, "-o", "out.wav", "--voice", "nobody"]).expect(4);
        assert!(ran.stderr.contains("nobody"), "{ran:?}");
    }
    // A name that looks like an option.
    bench.write("-x.txt", "It works.\n");
    bench.run(["spoken", "--", "-x.txt"]).expect(0);
    bench.run(["spoken", "./-x.txt"]).expect(0);
}

#[test]
fn upper_case_endings_count() {
    let bench = Bench::new();
    bench.write("A.MOKSORI", "no project");
    bench.run(["spoken", "A.MOKSORI"]).expect(3);
    bench.write("story.txt", "It works.");
    bench.run(["narrate", "story.txt", "-o", "OUT.WAV", "--voice", "nobody"]).expect(4);
    bench.run(["narrate", "story.txt", "-o", "OUT.Mp3", "--voice", "nobody"]).expect(4);
}
