-- The first schema on PostgreSQL: the tables, columns and names of the SQLite one. Times are text in UTC, RFC 3339 with
-- milliseconds, so that they sort (deadline::timestamptz makes a time of one); digests are bytea of 32 bytes; durations are
-- milliseconds; truths are 0 or 1. Text is compared byte by byte, whatever the language of the database.

CREATE TABLE players (
	address   text COLLATE "C" PRIMARY KEY CHECK (address <> '' AND address = lower(address)),
	name      text COLLATE "C" NOT NULL,
	language  text COLLATE "C" NOT NULL,
	time_zone text COLLATE "C" NOT NULL,
	added     text COLLATE "C" NOT NULL,
	prefs     bytea NOT NULL
);

CREATE TABLE games (
	id              text COLLATE "C" PRIMARY KEY,
	ruleset         text COLLATE "C" NOT NULL,
	ruleset_version text COLLATE "C" NOT NULL,
	scenario        text COLLATE "C" NOT NULL,
	language        text COLLATE "C" NOT NULL,
	referee         text COLLATE "C" REFERENCES players (address) ON UPDATE CASCADE,
	status          text COLLATE "C" NOT NULL CHECK (status IN ('running', 'paused', 'ended')),
	turn            bigint NOT NULL,
	answer_time     bigint NOT NULL,
	contract        text COLLATE "C" NOT NULL,
	created         text COLLATE "C" NOT NULL,
	secret          bytea NOT NULL CHECK (length(secret) = 32),
	options         bytea NOT NULL,
	schedule        bytea NOT NULL
);
CREATE INDEX games_referee ON games (referee);
CREATE INDEX games_number ON games (rtrim(id, '0123456789'), CAST(substr(id, length(rtrim(id, '0123456789')) + 1) AS integer));
CREATE INDEX games_status ON games (status);
CREATE INDEX games_unended ON games (id) WHERE status <> 'ended';
CREATE INDEX games_refereed ON games (referee, created, id) WHERE referee IS NOT NULL AND status <> 'ended';

CREATE TABLE seats (
	game           text COLLATE "C" NOT NULL REFERENCES games (id),
	side           text COLLATE "C" NOT NULL,
	place          bigint NOT NULL, -- order of adding
	player         text COLLATE "C" REFERENCES players (address) ON UPDATE CASCADE,
	answers        text COLLATE "C" NOT NULL,
	reported_entry bigint NOT NULL,
	reported_turn  bigint NOT NULL,
	reported_event bigint NOT NULL,
	deadline       text COLLATE "C",
	reminded       text COLLATE "C",
	thread         text COLLATE "C" NOT NULL,
	bounces        bigint NOT NULL,
	unreachable    bigint NOT NULL CHECK (unreachable IN (0, 1)),
	look           text COLLATE "C" NOT NULL DEFAULT '', -- when somebody is to look at its deadline again; empty: at once
	PRIMARY KEY (game, side),
	UNIQUE (game, place)
);
CREATE INDEX seats_player ON seats (player);
CREATE INDEX seats_deadline ON seats (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX seats_look ON seats (look, game, place) WHERE deadline IS NOT NULL;
CREATE INDEX seats_unreachable ON seats (game, place) WHERE unreachable = 1;

CREATE FUNCTION seat_changed() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN new.look := ''; RETURN new; END$$;
CREATE TRIGGER seats_looked_at BEFORE UPDATE OF player, answers, reported_entry, reported_turn, reported_event, deadline, reminded, thread,
	bounces, unreachable ON seats FOR EACH ROW EXECUTE FUNCTION seat_changed();
CREATE FUNCTION game_changed() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN UPDATE seats SET look = '' WHERE game = new.id AND look <> ''; RETURN NULL; END$$;
CREATE TRIGGER games_looked_at AFTER UPDATE ON games FOR EACH ROW EXECUTE FUNCTION game_changed();

CREATE TABLE substitutes (
	game   text COLLATE "C" NOT NULL,
	side   text COLLATE "C" NOT NULL,
	rank   bigint NOT NULL,
	player text COLLATE "C" NOT NULL REFERENCES players (address) ON UPDATE CASCADE,
	PRIMARY KEY (game, side, rank),
	FOREIGN KEY (game, side) REFERENCES seats (game, side)
);
CREATE INDEX substitutes_player ON substitutes (player);

CREATE TABLE keys (
	fingerprint text COLLATE "C" PRIMARY KEY,
	player      text COLLATE "C" NOT NULL REFERENCES players (address) ON UPDATE CASCADE,
	game        text COLLATE "C" REFERENCES games (id),
	scheme      text COLLATE "C" NOT NULL,
	state       text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'active', 'retired', 'revoked')),
	reason      text COLLATE "C" NOT NULL,
	token       bytea NOT NULL CHECK (length(token) = 32),
	added       text COLLATE "C" NOT NULL,
	changed     text COLLATE "C" NOT NULL,
	expires     text COLLATE "C",
	due         text COLLATE "C",
	due_by      text COLLATE "C" NOT NULL DEFAULT '',
	listed      bigint NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
	material    bytea NOT NULL
);
CREATE INDEX keys_player ON keys (player);
CREATE INDEX keys_game ON keys (game);
CREATE INDEX keys_id ON keys (lower(right(fingerprint, 16)));
CREATE INDEX keys_due ON keys (due) WHERE due IS NOT NULL;
CREATE INDEX keys_unlisted ON keys (fingerprint) WHERE listed = 0;

CREATE TABLE key_ids (
	id          text COLLATE "C" NOT NULL,
	fingerprint text COLLATE "C" NOT NULL REFERENCES keys (fingerprint) ON DELETE CASCADE,
	PRIMARY KEY (id, fingerprint)
);
CREATE INDEX key_ids_key ON key_ids (fingerprint);

CREATE TABLE answers (
	day     text COLLATE "C" NOT NULL, -- YYYY-MM-DD, UTC
	address text COLLATE "C" NOT NULL,
	spent   bigint NOT NULL,
	PRIMARY KEY (day, address)
);

CREATE TABLE entries (
	game        text COLLATE "C" NOT NULL REFERENCES games (id),
	seq         bigint NOT NULL CHECK (seq > 0),
	kind        text COLLATE "C" NOT NULL,
	side        text COLLATE "C" NOT NULL,
	time        text COLLATE "C" NOT NULL,
	salt        bytea NOT NULL CHECK (length(salt) = 32),
	prev        bytea NOT NULL CHECK (length(prev) = 32),
	hash        bytea NOT NULL CHECK (length(hash) = 32),
	fingerprint text COLLATE "C" NOT NULL,
	scheme      text COLLATE "C" NOT NULL,
	body        bytea NOT NULL,
	raw         bytea NOT NULL,
	removed     bytea NOT NULL DEFAULT '',
	PRIMARY KEY (game, seq)
);

-- Nothing is rewritten, left out or put between: not by this program, and not by a hand at the psql prompt. What tells who
-- a person was may be taken out: the mail and the key behind an entry, which are not in its hash, and the body that names
-- the players, in whose place its digest is kept.
CREATE FUNCTION entry_follows() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
	IF new.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE game = new.game)
		OR new.prev <> coalesce((SELECT hash FROM entries WHERE game = new.game ORDER BY seq DESC LIMIT 1), decode(repeat('00', 32), 'hex'))
	THEN RAISE EXCEPTION 'a ledger entry follows the last one'; END IF;
	RETURN new;
END$$;
CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entry_follows();
CREATE FUNCTION ledger_grows() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'the ledger only grows'; END$$;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries FOR EACH ROW
WHEN (new.game <> old.game OR new.seq <> old.seq OR new.kind <> old.kind OR new.side <> old.side OR new.time <> old.time
	OR new.salt <> old.salt OR new.prev <> old.prev OR new.hash <> old.hash OR new.scheme <> old.scheme
	OR new.raw <> old.raw AND new.raw <> '' OR new.fingerprint <> old.fingerprint AND new.fingerprint <> ''
	OR (new.body <> old.body OR new.removed <> old.removed)
		AND (old.kind <> 'seats' OR old.removed <> '' OR new.body <> '' OR length(new.removed) <> 32))
EXECUTE FUNCTION ledger_grows();
CREATE TRIGGER entries_remain BEFORE DELETE ON entries FOR EACH ROW EXECUTE FUNCTION ledger_grows();
CREATE TRIGGER entries_kept BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_grows();

CREATE TABLE secrets (
	game   text COLLATE "C" NOT NULL REFERENCES games (id),
	entry  bigint NOT NULL,
	secret bytea NOT NULL CHECK (length(secret) = 32),
	PRIMARY KEY (game, entry),
	FOREIGN KEY (game, entry) REFERENCES entries (game, seq)
);
CREATE FUNCTION secret_stays() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'a secret never changes'; END$$;
CREATE TRIGGER secrets_stay BEFORE UPDATE ON secrets FOR EACH ROW EXECUTE FUNCTION secret_stays();
CREATE TRIGGER secrets_remain BEFORE DELETE ON secrets FOR EACH ROW EXECUTE FUNCTION secret_stays();

CREATE TABLE snapshots (
	game    text COLLATE "C" NOT NULL REFERENCES games (id),
	turn    bigint NOT NULL,
	seq     bigint NOT NULL,
	hash    bytea NOT NULL CHECK (length(hash) = 32),
	version text COLLATE "C" NOT NULL,
	taken   text COLLATE "C" NOT NULL,
	body    bytea NOT NULL,
	PRIMARY KEY (game, turn)
);
CREATE INDEX snapshots_seq ON snapshots (game, seq);

CREATE TABLE inbox (
	id            bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	content_hash  bytea NOT NULL UNIQUE CHECK (length(content_hash) = 32),
	folder        text COLLATE "C" NOT NULL,
	uidvalidity   bigint NOT NULL,
	uid           bigint NOT NULL,
	internal_date text COLLATE "C" NOT NULL,
	first_seen    text COLLATE "C" NOT NULL,
	receipt       text COLLATE "C" NOT NULL,
	state         text COLLATE "C" NOT NULL,
	reason        text COLLATE "C" NOT NULL,
	tries         bigint NOT NULL,
	game          text COLLATE "C" NOT NULL, -- as the mail says, so it need not exist
	side          text COLLATE "C" NOT NULL,
	raw           bytea NOT NULL
);
CREATE INDEX inbox_pending ON inbox (receipt, uid, id) WHERE state = 'received';
CREATE INDEX inbox_seat ON inbox (game, side, receipt);
CREATE INDEX inbox_state ON inbox (state, receipt);

CREATE TABLE inbox_copies (
	message     bigint NOT NULL REFERENCES inbox (id),
	folder      text COLLATE "C" NOT NULL,
	uidvalidity bigint NOT NULL,
	uid         bigint NOT NULL,
	filed       bigint NOT NULL CHECK (filed IN (0, 1)),
	PRIMARY KEY (message, folder, uidvalidity, uid)
);
CREATE INDEX inbox_copies_unfiled ON inbox_copies (message) WHERE filed = 0;

CREATE TABLE inbox_notes (
	message  bigint PRIMARY KEY REFERENCES inbox (id) ON DELETE CASCADE,
	player   text COLLATE "C" REFERENCES players (address) ON UPDATE CASCADE ON DELETE SET NULL, -- proven or claimed
	faults   bigint NOT NULL DEFAULT 0, -- tries that failed by themselves
	delays   bigint NOT NULL DEFAULT 0, -- tries that something outside cut off
	next_try text COLLATE "C"
);
CREATE INDEX inbox_notes_player ON inbox_notes (player, message) WHERE player IS NOT NULL;

CREATE TABLE cursors (
	folder      text COLLATE "C" PRIMARY KEY,
	uidvalidity bigint NOT NULL,
	uid         bigint NOT NULL
);

CREATE TABLE submissions (
	n        bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	game     text COLLATE "C" NOT NULL REFERENCES games (id),
	id       bytea NOT NULL CHECK (length(id) = 32),
	side     text COLLATE "C" NOT NULL,
	inbox    bigint REFERENCES inbox (id),
	entry    bigint,
	received text COLLATE "C" NOT NULL,
	UNIQUE (game, id),
	FOREIGN KEY (game, entry) REFERENCES entries (game, seq)
);
CREATE INDEX submissions_inbox ON submissions (inbox);
CREATE INDEX submissions_entry ON submissions (game, entry);

CREATE TABLE outbox (
	id            bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	message_id    text COLLATE "C" NOT NULL UNIQUE,
	game          text COLLATE "C" NOT NULL,
	side          text COLLATE "C" NOT NULL,
	kind          text COLLATE "C" NOT NULL,
	recipient     text COLLATE "C" NOT NULL,
	envelope_from text COLLATE "C" NOT NULL,
	state         text COLLATE "C" NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'cancelled')),
	doubtful      bigint NOT NULL CHECK (doubtful IN (0, 1)),
	attempts      bigint NOT NULL,
	token         bigint NOT NULL,
	next_attempt  text COLLATE "C" NOT NULL,
	lease_until   text COLLATE "C",
	last_error    text COLLATE "C" NOT NULL,
	created       text COLLATE "C" NOT NULL,
	sent          text COLLATE "C",
	occasion      text COLLATE "C" NOT NULL DEFAULT '',
	digest        bytea NOT NULL DEFAULT '',
	raw           bytea NOT NULL,
	CHECK ((state = 'sending') = (lease_until IS NOT NULL)),
	CHECK ((state = 'sent') = (sent IS NOT NULL))
);
CREATE INDEX outbox_waiting ON outbox (next_attempt, id) WHERE state IN ('queued', 'sending');
CREATE INDEX outbox_seat ON outbox (game, side);
CREATE UNIQUE INDEX outbox_occasion ON outbox (occasion);
CREATE INDEX outbox_failed ON outbox (recipient) WHERE state = 'failed';
CREATE INDEX outbox_sending ON outbox (recipient, lease_until) WHERE state = 'sending';

CREATE TABLE reports (
	id         bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	game       text COLLATE "C" NOT NULL REFERENCES games (id),
	side       text COLLATE "C" NOT NULL,
	turn       bigint NOT NULL,
	seq        bigint NOT NULL,
	kind       text COLLATE "C" NOT NULL,
	code       text COLLATE "C" NOT NULL,
	message_id text COLLATE "C" NOT NULL,
	outbox     bigint REFERENCES outbox (id),
	created    text COLLATE "C" NOT NULL,
	body       bytea NOT NULL
);
CREATE INDEX reports_seat ON reports (game, side);
CREATE INDEX reports_outbox ON reports (outbox);
CREATE UNIQUE INDEX reports_code ON reports (game, code) WHERE code <> '';

CREATE TABLE leagues (
	id      text COLLATE "C" PRIMARY KEY,
	name    text COLLATE "C" NOT NULL,
	created text COLLATE "C" NOT NULL,
	changed text COLLATE "C" NOT NULL,
	body    bytea NOT NULL
);

CREATE TABLE settings (
	name  text COLLATE "C" PRIMARY KEY,
	value bytea NOT NULL
);

CREATE TABLE reads (
	id      bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	at      text COLLATE "C" NOT NULL,
	game    text COLLATE "C" REFERENCES games (id),
	command text COLLATE "C" NOT NULL CHECK (command <> ''),
	what    text COLLATE "C" NOT NULL CHECK (what <> ''),
	"user"  text COLLATE "C" NOT NULL,
	told    bigint NOT NULL CHECK (told IN (0, 1))
);
CREATE INDEX reads_game ON reads (game, id);
CREATE INDEX reads_untold ON reads (game) WHERE told = 0;
CREATE FUNCTION look_stays() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'what was looked at stays on record'; END$$;
CREATE TRIGGER reads_stay BEFORE UPDATE OF id, game, command, what, "user" ON reads FOR EACH ROW EXECUTE FUNCTION look_stays();
CREATE TRIGGER reads_remain BEFORE DELETE ON reads FOR EACH ROW EXECUTE FUNCTION look_stays();

-- What only PostgreSQL has. The daemon that serves; its token rises whenever another takes over.
CREATE TABLE daemons (
	name   text COLLATE "C" PRIMARY KEY,
	holder text COLLATE "C" NOT NULL,
	since  text COLLATE "C" NOT NULL,
	token  bigint NOT NULL
);
