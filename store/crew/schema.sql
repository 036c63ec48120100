-- The daemons that serve this database together. Each notes every few seconds that it lives; times are those of the
-- database's own clock, so that the clocks of their machines need not agree.
CREATE TABLE IF NOT EXISTS crew (
	id     INTEGER PRIMARY KEY,
	name   TEXT NOT NULL UNIQUE, -- as the queue of jobs knows it
	owner  TEXT NOT NULL,        -- for a person to read
	joined TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
	seen   TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);

-- What one daemon does for all, such as reading a mailbox. It is free when its holder is gone.
CREATE TABLE IF NOT EXISTS offices (
	name   TEXT PRIMARY KEY,
	holder INTEGER NOT NULL REFERENCES crew (id) ON DELETE CASCADE,
	since  TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);

-- Which daemon has which mail in its hands, beside the claim that the store has of it.
CREATE TABLE IF NOT EXISTS claims (
	mail   BIGINT PRIMARY KEY,
	token  BIGINT NOT NULL,
	holder INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS claims_holder ON claims (holder);
