package tables

// A Table is one that every engine has. What only one of them has besides is its own affair.
type Table struct {
	Name    string
	Columns []string // all of them; those of the primary key first, in its order
	Key     int      // how many columns the primary key has
	Counted bool     // the database numbers the rows, in the one column of the key
}

// Catalog lists the tables, those that others refer to first.
var Catalog = []Table{
	{"players", []string{"address", "name", "language", "time_zone", "added", "prefs"}, 1, false},
	{"games", []string{"id", "ruleset", "ruleset_version", "scenario", "language", "referee", "status", "turn", "answer_time", "contract",
		"created", "secret", "options", "schedule"}, 1, false},
	{"seats", []string{"game", "side", "place", "player", "answers", "reported_entry", "reported_turn", "reported_event", "deadline",
		"reminded", "thread", "bounces", "unreachable", "look"}, 2, false},
	{"substitutes", []string{"game", "side", "rank", "player"}, 3, false},
	{"keys", []string{"fingerprint", "player", "game", "scheme", "state", "reason", "token", "added", "changed", "expires", "due",
		"due_by", "listed", "material"}, 1, false},
	{"key_ids", []string{"id", "fingerprint"}, 2, false},
	{"answers", []string{"day", "address", "spent"}, 2, false},
	{"entries", []string{"game", "seq", "kind", "side", "time", "salt", "prev", "hash", "fingerprint", "scheme", "body", "raw", "removed"}, 2, false},
	{"secrets", []string{"game", "entry", "secret"}, 2, false},
	{"snapshots", []string{"game", "turn", "seq", "hash", "version", "taken", "body"}, 2, false},
	{"inbox", []string{"id", "content_hash", "folder", "uidvalidity", "uid", "internal_date", "first_seen", "receipt", "state", "reason",
		"tries", "game", "side", "raw"}, 1, true},
	{"inbox_copies", []string{"message", "folder", "uidvalidity", "uid", "filed"}, 4, false},
	{"inbox_notes", []string{"message", "player", "faults", "delays", "next_try"}, 1, false},
	{"cursors", []string{"folder", "uidvalidity", "uid"}, 1, false},
	{"submissions", []string{"n", "game", "id", "side", "inbox", "entry", "received"}, 1, true},
	{"outbox", []string{"id", "message_id", "game", "side", "kind", "recipient", "envelope_from", "state", "doubtful", "attempts", "token",
		"next_attempt", "lease_until", "last_error", "created", "sent", "occasion", "digest", "raw"}, 1, true},
	{"pictures", []string{"id", "digest", "game", "width", "height", "base", "depth", "body"}, 1, true},
	{"compact_mails", []string{"mail", "base", "mentions", "body"}, 1, false},
	{"reports", []string{"id", "game", "side", "turn", "seq", "kind", "code", "message_id", "outbox", "created", "body"}, 1, true},
	{"leagues", []string{"id", "name", "created", "changed", "body"}, 1, false},
	{"settings", []string{"name", "value", "due"}, 1, false},
	{"reads", []string{"id", "at", "game", "command", "what", "user", "told"}, 1, true},
}
