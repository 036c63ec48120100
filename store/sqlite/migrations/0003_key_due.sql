-- What is asked about a key beside others of its owner waits until this moment, and who of them asked for it.

ALTER TABLE keys ADD COLUMN due TEXT;
ALTER TABLE keys ADD COLUMN due_by TEXT NOT NULL DEFAULT '';
CREATE INDEX keys_due ON keys (due) WHERE due IS NOT NULL;
