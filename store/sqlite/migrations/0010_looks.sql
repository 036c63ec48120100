-- What grows with the number of games is found by an index, and not by looking at everything.

-- When somebody is to look at the deadline of a seat again. Empty: at once, for the seat or its game has changed since.
ALTER TABLE seats ADD COLUMN look TEXT NOT NULL DEFAULT '';
CREATE INDEX seats_look ON seats (look, game, place) WHERE deadline IS NOT NULL;
CREATE INDEX seats_unreachable ON seats (game, place) WHERE unreachable = 1;
CREATE TRIGGER seats_looked_at AFTER UPDATE OF player, answers, reported_entry, reported_turn, reported_event, deadline, reminded, thread, bounces, unreachable ON seats
WHEN new.look <> '' BEGIN UPDATE seats SET look = '' WHERE game = new.game AND side = new.side; END;
CREATE TRIGGER games_looked_at AFTER UPDATE ON games
BEGIN UPDATE seats SET look = '' WHERE game = new.id AND look <> ''; END;

-- The number in the id of a game, by what stands before it.
CREATE INDEX games_number ON games (rtrim(id, '0123456789'), CAST(substr(id, length(rtrim(id, '0123456789')) + 1) AS INTEGER));
CREATE INDEX games_status ON games (status);
CREATE INDEX games_unended ON games (id) WHERE status <> 'ended';
CREATE INDEX games_refereed ON games (referee, created, id) WHERE referee IS NOT NULL AND status <> 'ended';

-- What became of messages, lately.
CREATE INDEX inbox_state ON inbox (state, receipt);

-- The ids by which signatures name a key: its own and those of its subkeys. Only who can read the key knows them; until
-- he has said so, it is not listed.
ALTER TABLE keys ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));
CREATE INDEX keys_unlisted ON keys (fingerprint) WHERE listed = 0;
CREATE TABLE key_ids (
	id          TEXT NOT NULL,
	fingerprint TEXT NOT NULL REFERENCES keys (fingerprint) ON DELETE CASCADE,
	PRIMARY KEY (id, fingerprint)
) STRICT, WITHOUT ROWID;
CREATE INDEX key_ids_key ON key_ids (fingerprint);
