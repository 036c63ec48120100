-- Frozen: a database as the first schema wrote it. Do not edit. What is here is on the disks of clubs.

-- The first schema. Times are TEXT in UTC, RFC 3339 with milliseconds, so that they sort; digests are BLOBs of 32 bytes;
-- durations are INTEGER milliseconds. Wide columns come last: a row is read up to the last column asked for.

CREATE TABLE players (
	address   TEXT PRIMARY KEY CHECK (address <> '' AND address = lower(address)),
	name      TEXT NOT NULL,
	language  TEXT NOT NULL,
	time_zone TEXT NOT NULL,
	added     TEXT NOT NULL,
	prefs     BLOB NOT NULL
) STRICT;

CREATE TABLE games (
	id              TEXT PRIMARY KEY,
	ruleset         TEXT NOT NULL,
	ruleset_version TEXT NOT NULL,
	scenario        TEXT NOT NULL,
	language        TEXT NOT NULL,
	referee         TEXT REFERENCES players (address) ON UPDATE CASCADE,
	status          TEXT NOT NULL CHECK (status IN ('running', 'paused', 'ended')),
	turn            INTEGER NOT NULL,
	answer_time     INTEGER NOT NULL,
	contract        TEXT NOT NULL,
	created         TEXT NOT NULL,
	secret          BLOB NOT NULL CHECK (length(secret) = 32),
	options         BLOB NOT NULL,
	schedule        BLOB NOT NULL
) STRICT;
CREATE INDEX games_referee ON games (referee);

CREATE TABLE seats (
	game           TEXT NOT NULL REFERENCES games (id),
	side           TEXT NOT NULL,
	place          INTEGER NOT NULL, -- order of adding
	player         TEXT REFERENCES players (address) ON UPDATE CASCADE,
	answers        TEXT NOT NULL,
	reported_entry INTEGER NOT NULL,
	reported_turn  INTEGER NOT NULL,
	reported_event INTEGER NOT NULL,
	deadline       TEXT,
	reminded       TEXT,
	thread         TEXT NOT NULL,
	bounces        INTEGER NOT NULL,
	unreachable    INTEGER NOT NULL CHECK (unreachable IN (0, 1)),
	PRIMARY KEY (game, side),
	UNIQUE (game, place)
) STRICT;
CREATE INDEX seats_player ON seats (player);
CREATE INDEX seats_deadline ON seats (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE substitutes (
	game   TEXT NOT NULL,
	side   TEXT NOT NULL,
	rank   INTEGER NOT NULL,
	player TEXT NOT NULL REFERENCES players (address) ON UPDATE CASCADE,
	PRIMARY KEY (game, side, rank),
	FOREIGN KEY (game, side) REFERENCES seats (game, side)
) STRICT;
CREATE INDEX substitutes_player ON substitutes (player);

CREATE TABLE keys (
	fingerprint TEXT PRIMARY KEY,
	player      TEXT NOT NULL REFERENCES players (address) ON UPDATE CASCADE,
	game        TEXT REFERENCES games (id),
	scheme      TEXT NOT NULL,
	state       TEXT NOT NULL CHECK (state IN ('pending', 'active', 'retired', 'revoked')),
	reason      TEXT NOT NULL,
	token       BLOB NOT NULL CHECK (length(token) = 32),
	added       TEXT NOT NULL,
	changed     TEXT NOT NULL,
	expires     TEXT,
	material    BLOB NOT NULL
) STRICT;
CREATE INDEX keys_player ON keys (player);
CREATE INDEX keys_game ON keys (game);

CREATE TABLE answers (
	day     TEXT NOT NULL, -- YYYY-MM-DD, UTC
	address TEXT NOT NULL,
	spent   INTEGER NOT NULL,
	PRIMARY KEY (day, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
	game        TEXT NOT NULL REFERENCES games (id),
	seq         INTEGER NOT NULL CHECK (seq > 0),
	kind        TEXT NOT NULL,
	side        TEXT NOT NULL,
	time        TEXT NOT NULL,
	salt        BLOB NOT NULL CHECK (length(salt) = 32),
	prev        BLOB NOT NULL CHECK (length(prev) = 32),
	hash        BLOB NOT NULL CHECK (length(hash) = 32),
	fingerprint TEXT NOT NULL,
	scheme      TEXT NOT NULL,
	body        BLOB NOT NULL,
	raw         BLOB NOT NULL,
	PRIMARY KEY (game, seq)
) STRICT;

-- Nothing is rewritten, left out or put between: not by this program, and not by a hand at the sqlite3 prompt. REPLACE
-- would delete without a DELETE trigger; it is stopped by the one for INSERT.
CREATE TRIGGER entries_follow BEFORE INSERT ON entries
WHEN new.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE game = new.game)
	OR new.prev <> coalesce((SELECT hash FROM entries WHERE game = new.game ORDER BY seq DESC LIMIT 1), zeroblob(32))
BEGIN SELECT raise(ABORT, 'a ledger entry follows the last one'); END;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;

CREATE TABLE snapshots (
	game    TEXT NOT NULL REFERENCES games (id),
	turn    INTEGER NOT NULL,
	seq     INTEGER NOT NULL,
	hash    BLOB NOT NULL CHECK (length(hash) = 32),
	version TEXT NOT NULL,
	taken   TEXT NOT NULL,
	body    BLOB NOT NULL,
	PRIMARY KEY (game, turn)
) STRICT;
CREATE INDEX snapshots_seq ON snapshots (game, seq);

CREATE TABLE inbox (
	id            INTEGER PRIMARY KEY,
	content_hash  BLOB NOT NULL UNIQUE CHECK (length(content_hash) = 32),
	folder        TEXT NOT NULL,
	uidvalidity   INTEGER NOT NULL,
	uid           INTEGER NOT NULL,
	internal_date TEXT NOT NULL,
	first_seen    TEXT NOT NULL,
	receipt       TEXT NOT NULL,
	state         TEXT NOT NULL,
	reason        TEXT NOT NULL,
	tries         INTEGER NOT NULL,
	game          TEXT NOT NULL, -- as the mail says, so it need not exist
	side          TEXT NOT NULL,
	raw           BLOB NOT NULL
) STRICT;
CREATE INDEX inbox_pending ON inbox (receipt, uid, id) WHERE state = 'received';
CREATE INDEX inbox_seat ON inbox (game, side, receipt);

CREATE TABLE inbox_copies (
	message     INTEGER NOT NULL REFERENCES inbox (id),
	folder      TEXT NOT NULL,
	uidvalidity INTEGER NOT NULL,
	uid         INTEGER NOT NULL,
	filed       INTEGER NOT NULL CHECK (filed IN (0, 1)),
	PRIMARY KEY (message, folder, uidvalidity, uid)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_copies_unfiled ON inbox_copies (message) WHERE filed = 0;

CREATE TABLE cursors (
	folder      TEXT PRIMARY KEY,
	uidvalidity INTEGER NOT NULL,
	uid         INTEGER NOT NULL
) STRICT;

CREATE TABLE submissions (
	n        INTEGER PRIMARY KEY,
	game     TEXT NOT NULL REFERENCES games (id),
	id       BLOB NOT NULL CHECK (length(id) = 32),
	side     TEXT NOT NULL,
	inbox    INTEGER REFERENCES inbox (id),
	entry    INTEGER,
	received TEXT NOT NULL,
	UNIQUE (game, id),
	FOREIGN KEY (game, entry) REFERENCES entries (game, seq)
) STRICT;
CREATE INDEX submissions_inbox ON submissions (inbox);
CREATE INDEX submissions_entry ON submissions (game, entry);

CREATE TABLE outbox (
	id            INTEGER PRIMARY KEY,
	message_id    TEXT NOT NULL UNIQUE,
	game          TEXT NOT NULL,
	side          TEXT NOT NULL,
	kind          TEXT NOT NULL,
	recipient     TEXT NOT NULL,
	envelope_from TEXT NOT NULL,
	state         TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'cancelled')),
	doubtful      INTEGER NOT NULL CHECK (doubtful IN (0, 1)),
	attempts      INTEGER NOT NULL,
	token         INTEGER NOT NULL,
	next_attempt  TEXT NOT NULL,
	lease_until   TEXT,
	last_error    TEXT NOT NULL,
	created       TEXT NOT NULL,
	sent          TEXT,
	raw           BLOB NOT NULL,
	CHECK ((state = 'sending') = (lease_until IS NOT NULL)),
	CHECK ((state = 'sent') = (sent IS NOT NULL))
) STRICT;
CREATE INDEX outbox_waiting ON outbox (next_attempt, id) WHERE state IN ('queued', 'sending');
CREATE INDEX outbox_seat ON outbox (game, side);

CREATE TABLE reports (
	id         INTEGER PRIMARY KEY,
	game       TEXT NOT NULL REFERENCES games (id),
	side       TEXT NOT NULL,
	turn       INTEGER NOT NULL,
	seq        INTEGER NOT NULL,
	kind       TEXT NOT NULL,
	code       TEXT NOT NULL,
	message_id TEXT NOT NULL,
	outbox     INTEGER REFERENCES outbox (id),
	created    TEXT NOT NULL,
	body       BLOB NOT NULL
) STRICT;
CREATE INDEX reports_seat ON reports (game, side);
CREATE INDEX reports_outbox ON reports (outbox);
CREATE UNIQUE INDEX reports_code ON reports (game, code) WHERE code <> '';

CREATE TABLE leagues (
	id      TEXT PRIMARY KEY,
	name    TEXT NOT NULL,
	created TEXT NOT NULL,
	changed TEXT NOT NULL,
	body    BLOB NOT NULL
) STRICT;

CREATE TABLE settings (
	name  TEXT PRIMARY KEY,
	value BLOB NOT NULL
) STRICT;

PRAGMA application_id = 1264939641;
PRAGMA user_version = 1;

INSERT INTO players VALUES ('referee@example.org', 'Referee', 'en', 'UTC', '2026-03-01T12:00:00.000Z', x'');
INSERT INTO players VALUES ('kimon@example.org', 'Kimon', 'fr', 'Europe/Athens', '2026-03-01T12:00:00.000Z', x'7b7d');
INSERT INTO games VALUES ('hel-1', 'hellespont', '1', '411', 'en', 'referee@example.org', 'running', 1, 259200000, 'wait', '2026-03-01T12:00:00.000Z',
	x'abababababababababababababababababababababababababababababababab', x'7b7d', x'');
INSERT INTO seats VALUES ('hel-1', 'athens', 0, 'kimon@example.org', 'K7Q2-9XWM', 2, 1, 14, '2026-03-05T18:30:00.250Z', NULL,
	'<hel-1.0.athens@keryx.example>', 0, 0);
INSERT INTO seats VALUES ('hel-1', 'sparta', 1, NULL, '', 0, 0, 0, NULL, NULL, '', 1, 1);
INSERT INTO substitutes VALUES ('hel-1', 'athens', 0, 'referee@example.org');
INSERT INTO keys VALUES ('SHA256:0123456789abcdef', 'kimon@example.org', NULL, 'ssh', 'active', '', zeroblob(32), '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', NULL, x'6b6579');
INSERT INTO keys VALUES ('0123456789ABCDEF', 'kimon@example.org', 'hel-1', 'openpgp', 'revoked', 'lost', x'0505050505050505050505050505050505050505050505050505050505050505', '2026-03-02T12:00:00.000Z',
	'2026-03-03T12:00:00.000Z', '2027-03-01T12:00:00.000Z', x'6b6579');
INSERT INTO answers VALUES ('2026-03-01', 'stranger@example.org', 1);
INSERT INTO entries VALUES ('hel-1', 1, 'created', '', '2026-03-01T12:00:00.000Z', zeroblob(32), zeroblob(32), x'0101010101010101010101010101010101010101010101010101010101010101', '', '', x'68656c6c6573706f6e7420343131', x'');
INSERT INTO inbox VALUES (1, x'1111111111111111111111111111111111111111111111111111111111111111', 'INBOX', 7, 1, '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', 'accepted', '', 1, 'hel-1', 'athens', x'5375626a6563743a206669727374206f7264657273');
INSERT INTO inbox VALUES (2, x'1212121212121212121212121212121212121212121212121212121212121212', 'INBOX', 7, 2, '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', 'received', '', 0, '', '', x'5375626a6563743a206f72646572730d0a0d0a');
INSERT INTO inbox_copies VALUES (1, 'INBOX', 7, 1, 1);
INSERT INTO inbox_copies VALUES (2, 'INBOX', 7, 2, 0);
INSERT INTO cursors VALUES ('INBOX', 7, 2);
INSERT INTO entries VALUES ('hel-1', 2, 'orders', 'athens', '2026-03-01T12:00:00.000Z', x'0909090909090909090909090909090909090909090909090909090909090909', x'0101010101010101010101010101010101010101010101010101010101010101', x'0202020202020202020202020202020202020202020202020202020202020202', 'SHA256:0123456789abcdef', 'ssh', x'7370656e642033', x'7369676e6174757265');
INSERT INTO submissions VALUES (1, 'hel-1', x'2121212121212121212121212121212121212121212121212121212121212121', 'athens', 1, 2, '2026-03-01T12:00:00.000Z');
INSERT INTO snapshots VALUES ('hel-1', 1, 1, x'3131313131313131313131313131313131313131313131313131313131313131', '1', '2026-03-01T12:00:00.000Z', x'7374617465');
INSERT INTO outbox VALUES (1, '<hel-1.0.athens@keryx.example>', 'hel-1', 'athens', 'report', 'kimon@example.org', '', 'sent', 0, 1, 1, '2026-03-01T12:00:00.000Z',
	NULL, '', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', x'6d61696c');
INSERT INTO outbox VALUES (2, '<hel-1.1.athens@keryx.example>', 'hel-1', 'athens', 'report', 'kimon@example.org', '', 'queued', 0, 0, 0, '2026-03-01T12:00:00.000Z',
	NULL, '', '2026-03-01T12:00:00.000Z', NULL, x'6d61696c');
INSERT INTO reports VALUES (1, 'hel-1', 'athens', 1, 2, 'question', 'K7Q2-9XWM', '<hel-1.1.athens@keryx.example>', 2, '2026-03-01T12:00:00.000Z', x'7b7d');
INSERT INTO leagues VALUES ('winter', 'Winter', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', x'7b7d');
INSERT INTO settings VALUES ('awake', x'796573');
