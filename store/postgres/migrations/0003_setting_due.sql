-- A setting that waits for a moment says which, so that what is due is found by an index. What cannot be read is due at once:
-- whoever looks then sees what is the matter.

ALTER TABLE settings ADD COLUMN due text COLLATE "C";
CREATE INDEX settings_due ON settings (due) WHERE due IS NOT NULL;

UPDATE settings SET due = coalesce(to_char(substring(convert_from(value, 'UTF8') FROM '^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*)"')::timestamptz
		AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')
	WHERE name >= 'watch-due/' AND name < 'watch-due0' AND length(value) > 0;
UPDATE settings SET due = coalesce(to_char(substring(convert_from(value, 'UTF8') FROM '"until":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*)"')::timestamptz
		AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')
	WHERE name >= 'pause/' AND name < 'pause0' AND length(value) > 0;
UPDATE settings SET due = coalesce(to_char(substring(convert_from(value, 'UTF8') FROM '"ends":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*)"')::timestamptz
		AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')
	WHERE name >= 'offer-open/' AND name < 'offer-open0' AND length(value) > 0;
