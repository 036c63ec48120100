-- What is noted of a message while it waits, and in whose name it came. Few messages have a note at all; the table of the
-- messages themselves stays as it is, for a column added to it would stand behind their bytes.

CREATE TABLE inbox_notes (
	message  INTEGER PRIMARY KEY REFERENCES inbox (id) ON DELETE CASCADE,
	player   TEXT REFERENCES players (address) ON UPDATE CASCADE ON DELETE SET NULL, -- proven or claimed
	faults   INTEGER NOT NULL DEFAULT 0, -- tries that failed by themselves
	delays   INTEGER NOT NULL DEFAULT 0, -- tries that something outside cut off
	next_try TEXT
) STRICT;
CREATE INDEX inbox_notes_player ON inbox_notes (player, message) WHERE player IS NOT NULL;
