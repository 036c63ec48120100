-- What was sent is kept in few bytes: its pictures once each, as what differs from another, and its text pressed against
-- that of an earlier mail. Its raw is empty then. A base always has the lower number. What stands in a mail that an
-- address may be part of is kept beside it, so that a person can be forgotten.

CREATE TABLE pictures (
	id     INTEGER PRIMARY KEY,
	digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
	game   TEXT NOT NULL,
	width  INTEGER NOT NULL,
	height INTEGER NOT NULL,
	base   INTEGER REFERENCES pictures (id),
	depth  INTEGER NOT NULL,
	body   BLOB NOT NULL
) STRICT;
CREATE INDEX pictures_line ON pictures (game, width, id);
CREATE INDEX pictures_first ON pictures (width, height, id) WHERE depth = 0;

CREATE TABLE compact_mails (
	mail     INTEGER PRIMARY KEY REFERENCES outbox (id),
	base     INTEGER REFERENCES compact_mails (mail),
	mentions BLOB NOT NULL,
	body     BLOB NOT NULL
) STRICT;
CREATE INDEX compact_mails_base ON compact_mails (base) WHERE base IS NOT NULL;

CREATE INDEX outbox_whole ON outbox (id) WHERE state IN ('sent', 'cancelled') AND length(raw) > 0;
