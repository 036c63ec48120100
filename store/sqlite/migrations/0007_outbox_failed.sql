-- Every signed mail looks for what its author's server has refused.

CREATE INDEX outbox_failed ON outbox (recipient) WHERE state = 'failed';
