-- What somebody has written around his orders goes with him when he is forgotten. The body of signed orders may become
-- shorter once; the digest of the whole is kept beside it.

DROP TRIGGER entries_stay ON entries;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries FOR EACH ROW
WHEN (new.game <> old.game OR new.seq <> old.seq OR new.kind <> old.kind OR new.side <> old.side OR new.time <> old.time
	OR new.salt <> old.salt OR new.prev <> old.prev OR new.hash <> old.hash OR new.scheme <> old.scheme
	OR new.raw <> old.raw AND new.raw <> '' OR new.fingerprint <> old.fingerprint AND new.fingerprint <> ''
	OR (new.body <> old.body OR new.removed <> old.removed)
		AND (old.kind NOT IN ('seats', 'orders') OR old.removed <> '' OR length(new.removed) <> 32
			OR old.kind = 'seats' AND new.body <> '' OR old.kind = 'orders' AND length(new.body) >= length(old.body)))
EXECUTE FUNCTION ledger_grows();
