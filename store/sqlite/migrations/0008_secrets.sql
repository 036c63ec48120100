-- The secrets that take the place of a game's first one, when a line of its ledger was given up: what was published of
-- that line must open nothing of the one that takes its place. Like the first one they never change.

CREATE TABLE secrets (
	game   TEXT NOT NULL REFERENCES games (id),
	entry  INTEGER NOT NULL,
	secret BLOB NOT NULL CHECK (length(secret) = 32),
	PRIMARY KEY (game, entry),
	FOREIGN KEY (game, entry) REFERENCES entries (game, seq)
) STRICT;
CREATE TRIGGER secrets_stay BEFORE UPDATE ON secrets BEGIN SELECT raise(ABORT, 'a secret never changes'); END;
CREATE TRIGGER secrets_remain BEFORE DELETE ON secrets BEGIN SELECT raise(ABORT, 'a secret never changes'); END;
