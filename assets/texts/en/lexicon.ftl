# The lexicon: how words are read. Sentence case; no full stop after a single phrase; buttons that ask for more end in "…".

tab-lexicon = Lexicon
group-lexicon = Lexicon
command-lexicon-search = Find in the lexicon
command-lexicon-new = Entry for the selected word
command-lexicon-hear = Hear before or after the change
key-lexicon-open = In the list: edit the entry
key-lexicon-toggle = In the list: on or off
key-lexicon-delete = In the list: delete the entry
key-lexicon-save = In the entry: save
key-lexicon-cancel = In the entry: cancel
lexicon-search = Find a word or reading
lexicon-scope = Which lexicon
scope-all = All
owner-project = Project
owner-own = Mine
owner-project-hint = Saved with this project
owner-own-hint = Saved at once, for all projects
lexicon-list = Entries
lexicon-empty = No entries yet
lexicon-none-found = No entry contains “{ $text }”
lexicon-unused = not used
entry-off = off
entry-name = { $written }, { $spoken }, { $uses }, { $match }, { $owner }
match-word = Whole word
match-anywhere = Anywhere
match-start = Start of word
match-end = End of word
match-regex = Pattern
hear-before = Before
hear-after = After
hear-before-hint = Hear the word without the change
hear-after-hint = Hear the word with the change
hear-before-line = Hear line { $n } before the change
hear-after-line = Hear line { $n } after the change
hear-lines = { $n ->
    [one] 1 line
   *[other] All { $n } lines
}
lexicon-edit = Edit…
lexicon-new = New…
lexicon-import = Import…
lexicon-export = Export…
lexicon-back = Back to the list
entry-title-new = New entry
entry-title-edit = Edit entry
written = Written
written-hint = As it stands in the script
spoken = Spoken
spoken-hint = As it should sound, or /phonemes/
match = Applies to
case = Capitals
case-ignore = Do not matter
case-exact = Must be the same
entry-language = Language of the line
language-any = Any language
owner = Lexicon
entry-enabled = Use this entry
note = Note
note-hint = Only for you
entry-save = Save
entry-delete = Delete
touched = { $n ->
    [0] No line changes
    [one] 1 line changes
   *[other] { $n } lines change
}
touched-so-far = { $n ->
    [one] 1 line changes, looking further
   *[other] { $n } lines change, looking further
}
touched-line = Line { $n }
touched-form = { $before } → { $after }
deleted = “{ $written }” was deleted
bring-back = Bring it back
import-result = Added: { $added } · Replaced: { $replaced }
import-problems = { $n ->
    [one] 1 row was left out
   *[other] { $n } rows were left out
}
problem = { $place }: { $why }
problem-row = Row { $n }
problem-line = Line { $n } of the file

fault-duplicate = “{ $written }” is in this lexicon already. Change that entry instead.
fault-nothing-written = Write the word that the entry is for
fault-nothing-spoken = Write how the word is read
fault-written-long = { $n } characters are too many here; at most { $most }
fault-spoken-long = { $n } characters are too many to be spoken; at most { $most }
fault-no-phonemes = Write phonemes between the slashes, or a reading without slashes
fault-not-a-phoneme = “{ $sign }” is no phoneme. Take it out, or write a reading without slashes.
fault-bad-regex = The pattern cannot be used: { $why }
fault-regex-too-big = The pattern is too big; use smaller repeat counts
fault-empty-regex = The pattern finds nothing; write what it should find
fault-no-such-group = The pattern has no group “{ $name }”; write $$ for a dollar sign
fault-too-many-fields = It has { $n } fields and the header { $columns }; put a text with “{ $separator }” in quotation marks
fault-open-quote = A quotation mark is not closed
fault-unknown-match = There is no match “{ $text }”; use word, anywhere, start, end or regex
fault-unknown-case = There is no case “{ $text }”; use ignore or exact
fault-unknown-enabled = “{ $text }” is neither on nor off; use true or false
fault-unknown-language = “{ $text }” is no language that is read here; use en or ko
fault-repeated = “{ $written }” is there already ({ $place }), and that one is used
fault-unknown-alphabet = Phonemes in the alphabet “{ $text }” cannot be read; use ipa
fault-no-reading = It has no reading; add a phoneme or an alias
fault-no-header = The first row must name the columns, with “written” and “spoken” among them
fault-repeated-column = The column “{ $name }” is there twice; delete one of them
fault-xml = Line { $line } is damaged: { $why }
fault-not-pls = This is no pronunciation lexicon: its root is <{ $root }>
lexicon-unreadable = The file could not be read: { $why } ({ $path })
lexicon-no-lexicon = The file is no lexicon. { $why } ({ $path })
lexicon-unwritable = The file could not be written: { $why }. Choose another place or make room. ({ $path })

lexicon-import-title = Import a lexicon
lexicon-export-title = Export the lexicon
lexicon-filter = Lexicons (CSV, PLS)
path-import = Import
path-import-hint = Full path of a CSV or PLS file
path-export = Export
path-export-hint = Full path; .pls for PLS, else CSV
notice-lexicon-open = Save or cancel the entry that is open, then open another one
notice-lexicon-not-saved = The lexicon could not be saved, so nothing was changed. { $why }
notice-lexicon-copy = Your lexicon had rows that could not be read. The file as it was is kept: { $path }
notice-lexicon-exported = { $n ->
    [one] 1 entry exported: { $path }
   *[other] { $n } entries exported: { $path }
}
notice-import-failed = Nothing was imported. { $why }
notice-hear-failed = This could not be spoken, so it cannot be heard. { $why }
