-- A person may be forgotten. What tells who he was goes out of the ledger, which stays whole: the mail and the key that
-- stand behind an entry are not in its hash, and in place of the body that names the players its digest is kept.

ALTER TABLE entries ADD COLUMN removed BLOB NOT NULL DEFAULT x'';

DROP TRIGGER entries_stay;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
WHEN new.game IS NOT old.game OR new.seq IS NOT old.seq OR new.kind IS NOT old.kind OR new.side IS NOT old.side
	OR new.time IS NOT old.time OR new.salt IS NOT old.salt OR new.prev IS NOT old.prev OR new.hash IS NOT old.hash
	OR new.scheme IS NOT old.scheme OR new.raw IS NOT old.raw AND new.raw <> x''
	OR new.fingerprint IS NOT old.fingerprint AND new.fingerprint <> ''
	OR (new.body IS NOT old.body OR new.removed IS NOT old.removed)
		AND (old.kind <> 'seats' OR old.removed <> x'' OR new.body <> x'' OR length(new.removed) <> 32)
BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
