-- What a mail is about, so that the same is told once, apart from its Message-ID: a mail that is made again in another
-- life of the database has other bytes and needs another id. And the digest of its bytes, so that damage is noticed
-- before it goes out. Mails that were queued before have none, which is no damage.

ALTER TABLE outbox ADD COLUMN occasion TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
UPDATE outbox SET occasion = message_id;
CREATE UNIQUE INDEX outbox_occasion ON outbox (occasion);
