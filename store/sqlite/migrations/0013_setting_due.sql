-- A setting that waits for a moment says which, so that what is due is found by an index. What cannot be read is due at once:
-- whoever looks then sees what is the matter.

ALTER TABLE settings ADD COLUMN due TEXT;
CREATE INDEX settings_due ON settings (due) WHERE due IS NOT NULL;

UPDATE settings SET due = coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', trim(CAST(value AS TEXT), '"')), '')
	WHERE name >= 'watch-due/' AND name < 'watch-due0' AND length(value) > 0;
UPDATE settings SET due = coalesce(CASE WHEN json_valid(CAST(value AS TEXT)) THEN strftime('%Y-%m-%dT%H:%M:%fZ', CAST(value AS TEXT) ->> 'until') END, '')
	WHERE name >= 'pause/' AND name < 'pause0' AND length(value) > 0;
UPDATE settings SET due = coalesce(CASE WHEN json_valid(CAST(value AS TEXT)) THEN strftime('%Y-%m-%dT%H:%M:%fZ', CAST(value AS TEXT) ->> 'ends') END, '')
	WHERE name >= 'offer-open/' AND name < 'offer-open0' AND length(value) > 0;
