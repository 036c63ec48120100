-- Who looked by a command at what is secret in a running game, and when. Nobody takes it back.

CREATE TABLE reads (
	id      INTEGER PRIMARY KEY,
	at      TEXT NOT NULL,
	game    TEXT REFERENCES games (id),
	command TEXT NOT NULL CHECK (command <> ''),
	what    TEXT NOT NULL CHECK (what <> ''),
	user    TEXT NOT NULL,
	told    INTEGER NOT NULL CHECK (told IN (0, 1))
) STRICT;
CREATE INDEX reads_game ON reads (game, id);
CREATE INDEX reads_untold ON reads (game) WHERE told = 0;
CREATE TRIGGER reads_stay BEFORE UPDATE OF id, game, command, what, user ON reads BEGIN SELECT raise(ABORT, 'what was looked at stays on record'); END;
CREATE TRIGGER reads_remain BEFORE DELETE ON reads BEGIN SELECT raise(ABORT, 'what was looked at stays on record'); END;
