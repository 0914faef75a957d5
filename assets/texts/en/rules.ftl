# Names of the reading rules, for the hover text.
rule-other = reading rule
dropped-other = no sound for it
