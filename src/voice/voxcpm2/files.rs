//! Which file of a folder is what.

use std::path::Path;

use super::Setup;

/// Recognises a folder of this family by the names of its files; `None` where a graph is missing.
pub fn recognise(names: &[String], read: &dyn Fn(&str) -> Option<String>) -> Option<Setup> {
    let graph = |parts: &[&[&str]]| {
        names
            .iter()
            .filter(|name| Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("onnx")))
            .find(|name| {
                let plain = name.to_lowercase().replace('-', "_");
                parts.iter().any(|words| words.iter().all(|word| plain.contains(word)))
            })
            .cloned()
    };
    let own = |name: &str| names.iter().any(|known| known == name).then(|| name.to_owned());
    let line = |name: &str| {
        let text = read(&own(name)?)?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
    };
    Some(Setup {
        prefill: graph(&[&["prefill"]])?,
        step: graph(&[&["token_step"], &["decode_step"]])?,
        encoder: graph(&[&["audio", "encoder"]]),
        decoder: graph(&[&["audio", "decoder"]])?,
        tokenizer: own("tokenizer.json")?,
        reference: own("reference.wav"),
        transcript: line("reference.txt"),
        description: line("description.txt"),
    })
}

#[cfg(test)]
mod tests {
    use super::recognise;

    #[test]
    fn folders_are_known_by_their_graphs() {
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            recognise(&names, &|name| Some(format!("what {name}\n says ")))
        };
        let b = of(&[
            "voxcpm2-text-prefill.onnx",
            "voxcpm2-token-step.onnx",
            "voxcpm2-audio-encoder.onnx",
            "voxcpm2-audio-decoder.onnx",
            "tokenizer.json",
            "reference.wav",
            "reference.txt",
        ])
        .expect("contract (b)");
        assert_eq!(
            (b.step.as_str(), b.encoder.as_deref()),
            ("voxcpm2-token-step.onnx", Some("voxcpm2-audio-encoder.onnx"))
        );
        assert_eq!(b.transcript.as_deref(), Some("what reference.txt says"));
        assert_eq!(b.description, None);
        let a = of(&[
            "audio_vae_decoder.onnx",
            "audio_vae_encoder.onnx",
            "tokenizer.json",
            "voxcpm2_decode_step.onnx",
            "voxcpm2_prefill.onnx",
        ])
        .expect("contract (a)");
        assert_eq!((a.prefill.as_str(), a.decoder.as_str()), ("voxcpm2_prefill.onnx", "audio_vae_decoder.onnx"));
        assert_eq!(of(&["voxcpm2_prefill.onnx", "audio_vae_decoder.onnx", "tokenizer.json"]), None);
        assert_eq!(of(&["en_US-joe-medium.onnx", "en_US-joe-medium.onnx.json"]), None);
    }
}
