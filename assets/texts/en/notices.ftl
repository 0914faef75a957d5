# What the window tells: file dialogs, notices, errors. An error says what happened and what to do.

dialog-open-title = Open a project or script
dialog-open-filter = Projects and scripts
dialog-save-title = Save the project
dialog-save-filter = Moksori projects
dialog-export-title = Export the narration

notice-open-failed = The file could not be opened: { $why } ({ $path })
notice-lexicon-rows = { $n ->
    [one] 1 row of your lexicon cannot be used: { $why }
   *[other] { $n } rows of your lexicon cannot be used, the first one: { $why }
}
notice-lexicon-failed = Your lexicon could not be used: { $why }
notice-takes-not-kept = What is rendered cannot be kept on disk and will be made again after a restart: { $why }. Free some space.
notice-save-failed = The project could not be saved, so the changes are only in this window: { $why }. Free some space or choose another place. ({ $path })
notice-import-skipped = { $n ->
    [one] 1 part of the script was left out, such as a code block
   *[other] { $n } parts of the script were left out, such as code blocks
}
notice-no-file-dialog = This system has no file dialog; type the path into the field
notice-no-device = No sound device could be opened, so playing is silent; rendering and export work. { $why }
notice-device-lost = The sound device went away; playing goes on through { $device }
notice-device-gone = The sound device went away and there is no other; playing goes on silently until one is back
notice-device-elsewhere = The chosen sound device could not be opened, so playing uses { $device }. { $why }
notice-item-skipped = A line could not be played and was skipped: { $why }
notice-player-failed = Playing stopped because of an error inside Moksori. Press play to try again.
notice-export-running = An export is still running; closing the window again stops it
notice-settings = { $why }

export-nothing = There is nothing to export yet: write a line first
export-line-failed = Line { $line } could not be spoken, so nothing was exported. { $why }

error-internal = An error inside Moksori stopped this line. Please report it with the line’s text. ({ $detail })
error-audio = The sound could not be brought to the project’s sample rate. ({ $detail })
error-no-korean-voice = This line is Korean and no installed voice speaks Korean. Install one under Voices (F6), Supertonic 3 is recommended, and choose it for the line. If it is English, set its language.
error-needs-phonemes = This voice speaks phonemes only, and no word of the line has any. Give the words phonemes in the lexicon, or choose another voice
error-no-voice-for-language = No installed voice speaks this line’s language. ({ $detail })
error-runtime = The ONNX Runtime library that runs the voices cannot be used. Run “cargo xtask run” once, or name another library in MOKSORI_RUNTIME, and start again. ({ $detail })
error-voice-missing = The voice cannot be found. Choose another one, or run “cargo xtask run” to install the default voice. ({ $detail })
error-voice-damaged = The voice’s files are damaged. Run “cargo xtask run” to install them again; remove and import a voice of your own again. ({ $detail })
error-voice-program = This voice reads with a program that is missing or does not work. Install it, or choose another voice. ({ $detail })
error-out-of-memory = Memory ran out while this line was spoken. Close other programs, or limit the length of parts in the project’s settings, and render it again.
error-model = The voice failed on this line. Render it again, or change the words a little. ({ $detail })
error-engine-died = The voice stopped working on this line and was started again. Render the line again; if it happens every time, use shorter chunks. ({ $detail })
error-timed-out = The voice took far too long on this line and was stopped. Try again, or use shorter chunks. ({ $detail })
error-cancelled = Cancelled
error-export = { $detail }
notice-recovered = Moksori ended without saving the last time. Here is your work as it was; save it to keep it.
notice-no-draft = Unsaved work cannot be kept safe on this machine ({ $why }). Save often.
