-- The id of an OpenPGP key is the end of its fingerprint: every signed mail looks for one.

CREATE INDEX keys_id ON keys (lower(substr(fingerprint, -16)));
