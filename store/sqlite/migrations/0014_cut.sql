-- What somebody has written around his orders goes with him when he is forgotten. The body of signed orders may become
-- shorter once; the digest of the whole is kept beside it.

DROP TRIGGER entries_stay;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
WHEN new.game IS NOT old.game OR new.seq IS NOT old.seq OR new.kind IS NOT old.kind OR new.side IS NOT old.side
	OR new.time IS NOT old.time OR new.salt IS NOT old.salt OR new.prev IS NOT old.prev OR new.hash IS NOT old.hash
	OR new.scheme IS NOT old.scheme OR new.raw IS NOT old.raw AND new.raw <> x''
	OR new.fingerprint IS NOT old.fingerprint AND new.fingerprint <> ''
	OR (new.body IS NOT old.body OR new.removed IS NOT old.removed)
		AND (old.kind NOT IN ('seats', 'orders') OR old.removed <> x'' OR length(new.removed) <> 32
			OR old.kind = 'seats' AND new.body <> x'' OR old.kind = 'orders' AND length(new.body) >= length(old.body))
BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
