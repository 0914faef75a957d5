tab-check = Check
check-nothing = Nothing to look at: every line is read without doubt, and every character is spoken
check-failed = Failed ({ $n })
check-suspicious = Listen to these ({ $n })
check-warned = Warnings ({ $n })
check-dropped = Not spoken ({ $n })
check-doubtful = Read in one of several ways ({ $n })
check-line = { $n }: { $what }
suspicion-too-short = shorter than its words, some may be missing
suspicion-too-long = longer than its words, some may be repeated
suspicion-silent = nothing can be heard
suspicion-clipped = too loud, distorted

word-by-rule = Read as before the choice
word-add-entry = Add to the lexicon…
word-edit-entry = Edit the entry…
word-read-as = Read here as
word-read-as-hint = Enter keeps it for this place only
command-read-word = How the word at the caret is read

explain-chosen = “{ $written }” is read “{ $spoken }”, as chosen for this place
explain-entry = “{ $written }” is read “{ $spoken }” by the lexicon: { $which }
lexicon-of-project = this project's
lexicon-of-person = yours

readings = Chosen readings
reading-row = { $written } → { $spoken }
reading-remove = Read “{ $written }” as before
reading-options = Reading
particles-follow = Particles follow the reading
particles-follow-hint = 은 or 는, 이 or 가 and so on, where an entry of the lexicon changes the last sound
foreign-words = Words of another language
foreign-by-voice = As the voice can
foreign-kept = As written
foreign-spelled = Spelled out
foreign-words-hint = Spelled out: server in a Korean line becomes 서버, and 서울 in an English line becomes Seoul
