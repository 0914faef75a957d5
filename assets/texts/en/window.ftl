# Interface texts. Sentence case; no full stop after a single phrase; buttons that ask for more end in "…".

language-en = English
language-ko = Korean

# States of a line
status-pending = Not rendered
status-queued = Waiting, number { $place }
status-queued-left = Waiting, number { $place }, about { $time }
status-rendering = Rendering, { $done } of { $all }
status-ready = Ready
status-stale = Text changed since it was rendered
status-failed = Failed

# Commands
group-file = Project
group-edit = Editing
group-listen = Listening
group-view = Moving around
command-new = New project
command-open = Open…
command-save = Save
command-save-as = Save as…
command-export = Export…
command-settings = Settings…
command-shortcuts = Keyboard shortcuts
command-quit = Quit
command-undo = Undo
command-redo = Redo
command-edit-line = Edit the line
command-insert-after = New line below
command-delete-line = Delete the line
command-move-up = Move the line up
command-move-down = Move the line down
command-toggle-play = Play or pause
command-play-line = Play the line
command-play-from = Play from here
command-stop = Stop
command-play-previous = Previous line
command-play-next = Next line
command-seek-back = Back 2 seconds
command-seek-forward = Forward 2 seconds
command-render = Render the line
command-render-all = Render everything
command-cancel-all = Cancel all rendering
command-pause-rendering = Pause or resume rendering
command-render-next = Render the line next
command-render-last = Render the line last
command-select-previous = Line above
command-select-next = Line below
command-page-up = Ten lines up
command-page-down = Ten lines down
command-search = Find in the script
command-toggle-left = Chapters and voices
command-toggle-right = Inspector
key-split = Split the line at the cursor
key-merge = At the start: join with the line above

# Top bar
menu = Menu
untitled = Untitled
unsaved = Unsaved changes
play = Play
pause = Pause
waiting = Waiting for the next line, pause
time-now = Position
time-total = Length of the whole script
time-estimate = Estimated length: some lines are not rendered yet
speed = Speed
speed-name = Speed { $speed }
voice-of-line = Voice of this line

# Left panel
search = Find
search-found = { $n ->
    [one] 1 line found
   *[other] { $n } lines found
}
search-nothing = No line contains “{ $text }”
search-clear = Show all lines
n-lines = { $n ->
    [one] 1 line
   *[other] { $n } lines
}
chapter-start = Beginning
voices = Voices
voice-name = { $voice }, { $languages }
voice-use = Use for the whole project
voices-none = No voice is installed. For Korean, install Supertonic 3 under “Voices…”; for English, run “cargo xtask run” once.
voices-no-korean = None of the installed voices speaks Korean. Supertonic 3 does: install it under “Voices…”.

# Script
line-name = Line { $n }, { $status }: { $text }
line-text-name = Text of line { $n }
line-hint = Write something to be spoken
play-line = Play line
play-from = Play from here
stop = Stop
render = Render
render-hint = Render the line without playing it
render-again = Render again
render-again-hint = Another take, with a different random seed
cancel-render = Cancel
play-chunk = Play this part
play-chunk-name = Play part { $n }: { $text }
seek-hint = Click to hear it from there
secs-short = { $secs } s
ms-short = { $ms } ms
welcome-title = What shall be read?
welcome-text = Type the first line below, or paste a whole script; every paragraph becomes a line
welcome-open = Open a script…
explain-rule = “{ $written }” is read “{ $spoken }” ({ $rule })
explain-dropped = “{ $written }” is not spoken ({ $reason })
explain-pause = Pause of { $secs } s

# Inspector
tab-line = Line
tab-project = Project
no-selection = Select a line to see its voice and how it is read
voice = Voice
voice-of-project = Project voice · { $voice }
language = Language
language-auto = { $language } (by its letters)
language-by-letters = By its letters
starts-paragraph = Starts a paragraph
starts-paragraph-hint = A longer pause before this line
is-heading = Heading
is-heading-hint = Starts a chapter
spoken-form = Spoken form
details = Details
detail-state = State
detail-chunks = Parts
detail-length = Length
detail-render = Rendered in
detail-provider = On
detail-dropped = Not spoken: { $text }
title = Title
title-hint = Name of the project
project-voice = Voice of the project
pauses = Pauses
pause-clause = Within a sentence
pause-sentence = After a sentence
pause-line = After a line
pause-paragraph = After a paragraph
secs-suffix = {" "}s
ms-suffix = {" "}ms
chunks = Parts
limit-chunks = Shorter parts than the voice allows
limit-chunks-hint = As long as the voice handles well
max-chars = Longest part, characters
crossfade = Crossfade

# Bottom strip
ram = RAM { $used } / { $all } GB
ram-hint = Moksori uses { $used } GB; { $free } GB of { $all } GB are free
ram-peak = At most so far: { $peak } GB
vram = VRAM { $used } / { $all } GB
engine-problem = No voice can speak
queue = { $n ->
    [one] 1 line waiting
   *[other] { $n } lines waiting
}
queue-left = { $n ->
    [one] 1 line waiting · about { $time }
   *[other] { $n } lines waiting · about { $time }
}
queue-paused = { $n ->
    [one] Paused · 1 line waiting
   *[other] Paused · { $n } lines waiting
}
queue-done = { $done } of { $all } lines rendered
queue-pause = Pause rendering
queue-resume = Go on rendering
n-seconds = { $n } s
n-minutes = { $n } min
loading-voice = Loading the voice
exporting = Exporting, { $done } of { $all }

# Notices
dismiss = Dismiss
no-korean-face = This computer has no Korean typeface, so Korean shows as boxes. Install one, for example the package fonts-noto-cjk, and start again.

# Dialogs
close = Close
cancel = Cancel
done = Done
unsaved-title = Save the changes first?
unsaved-text = “{ $name }” has changes that are not saved yet
unsaved-save = Save
unsaved-discard = Don’t save
path-open-title = Open a file
path-open = Open
path-open-hint = Full path of a project or script
path-save-title = Save the project
path-save-hint = Full path of the new file
shortcuts-title = Keyboard shortcuts
settings-title = Settings
as-system = As the system
theme = Appearance
theme-light = Light
theme-dark = Dark
ui-language = Language
scale = Size
device = Sound device
device-default = Default device
device-default-is = Default device ({ $device })
device-none = No sound device was found. You can still render and export.
volume = Volume
threads = Threads
threads-auto = Automatic
threads-hint = Takes effect when the voice is loaded again
model-device = Runs on
model-device-auto = Automatic
model-device-hint = Small voices are quickest on the CPU. What a card cannot run is an error, never silently the CPU.
export-title = Export
format = Format
format-wav16 = WAV 16 bit
format-wav24 = WAV 24 bit
format-wav-float = WAV float
format-mp3-hint = 128 kbit/s, plays everywhere
format-wav16-hint = Uncompressed, for most programs
format-wav24-hint = Uncompressed, for editing
format-wav-float-hint = Uncompressed, exactly the samples that are played
file = File
file-hint = Where to save it
export-replaces = A file of this name exists and will be replaced
choose = Choose…
tag-title = Title
tag-artist = Artist
tag-album = Album
export-renders = { $n ->
    [one] 1 line is not rendered yet; that happens during the export
   *[other] { $n } lines are not rendered yet; that happens during the export
}
export-now = Export
export-running = Line { $done } of { $all }
export-background = You can close this window and go on working
export-close = Continue in the background
export-stop = Stop the export
export-done = Exported { $time }, { $size }
export-again = Export again…
