status-fallback = Waiting: the guide clip stands in
export-waits = rendering waits, and the guide clip stands in for this line; retry, or allow guide clips in the export
export-allow-fallback = Put the guide clip where a line cannot be spoken
stands-in = Guide clip

breaker-line = Line { $line } could not be spoken, so the guide clip stands in for it
breaker-lines = Some lines could not be spoken, so the guide clip stands in for them
breaker-out-of-memory = Memory ran out in the model
breaker-over-budget = Shorter parts and loading the voice again were not enough: the next part needs about { $needed } MB and { $free } MB are free for it
breaker-timed-out = The model did not answer in time and was stopped
breaker-engine-died = The model's process ended three times on the same part; most likely memory ran out
breaker-panic = Something inside Moksori went wrong
breaker-failing = The model failed on several lines in a row
breaker-next = It is tried again in { $secs } s with parts of half the length; everything else is kept
breaker-trying = It is being tried again with parts of half the length
breaker-story = { $why }. { $next }.
breaker-story-tried = { $why }. { $tried }. { $next }.
breaker-tried = { $n ->
    [one] One more try with the voice loaded anew and parts of half the length failed too
   *[other] { $n } more tries with the voice loaded anew and parts of half the length failed too
}
breaker-retry = Retry now
breaker-retry-hint = Try again at once
breaker-smaller = Smaller chunks
breaker-smaller-hint = Halve the longest chunk of this project, and try again
breaker-cpu = Use the CPU
breaker-cpu-hint = Run the model on the CPU instead of the graphics card, and try again: slower, but with the machine's memory
breaker-lighter = Lighter voice: { $voice }
breaker-lighter-hint = Use a voice that needs less memory, and try again
breaker-free = Free the model
breaker-free-hint = Give the model's memory back to other programs until the next try

memory-budget = Memory
memory-budget-auto = What the machine has free
memory-budget-mb = At most { $mb } MB
engine-apart = Run the voice in a process of its own
engine-apart-hint = A crash then never takes the window down. Counts from the next start on.
notice-memory-high = { $percent } % of the memory for Moksori is used. Close other programs, or use shorter chunks or a lighter voice.
card-budget = Graphics card
card-budget-auto = As much memory as is free on it
memory-preset-card = For a card with { $gb } GB: at most { $mb } MB
memory-preset-machine = For a machine with 2 GB: at most { $mb } MB
