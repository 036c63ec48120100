-- Whoever takes a mail to send it asks first to whom others are on their way.

CREATE INDEX outbox_sending ON outbox (recipient, lease_until) WHERE state = 'sending';
