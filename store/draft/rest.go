package draft

import (
	"time"

	"keryx/store"
)

// What commands of the operator do, and the keeping of the inbox and the outbox, is short: it needs no draft. Where it
// comes up in a longer work, that is done in the writing transaction.

func (d *draft) NextGameID(string) (string, error)                { return "", d.give("NextGameID") }
func (d *draft) CreateGame(store.Game) error                      { return d.give("CreateGame") }
func (d *draft) AddSecret(string, store.LaterSecret) error        { return d.give("AddSecret") }
func (d *draft) AddSeat(store.Seat) error                         { return d.give("AddSeat") }
func (d *draft) ForgetBody(string, int, store.Digest) error       { return d.give("ForgetBody") }
func (d *draft) CutBody(string, int, []byte, store.Digest) error  { return d.give("CutBody") }
func (d *draft) DropSnapshots(string, int) error                  { return d.give("DropSnapshots") }
func (d *draft) CountTry(int64, time.Time) (int, error)           { return 0, d.give("CountTry") }
func (d *draft) UncountTry(int64) error                           { return d.give("UncountTry") }
func (d *draft) FaultInbox(int64, time.Time, string) (int, error) { return 0, d.give("FaultInbox") }
func (d *draft) RetryInbox(int64) error                           { return d.give("RetryInbox") }
func (d *draft) PruneInbox(time.Time, int) (int, int64, error)    { return 0, 0, d.give("PruneInbox") }
func (d *draft) MarkFiled(int64, store.Place) error               { return d.give("MarkFiled") }
func (d *draft) SetCursor(store.Place) error                      { return d.give("SetCursor") }
func (d *draft) MarkSent(int64, int64, time.Time) error           { return d.give("MarkSent") }
func (d *draft) MarkRetry(int64, int64, time.Time, string) error  { return d.give("MarkRetry") }
func (d *draft) MarkWait(int64, int64, time.Time, string) error   { return d.give("MarkWait") }
func (d *draft) MarkFailed(int64, int64, string) error            { return d.give("MarkFailed") }
func (d *draft) ReleaseOutbox(time.Time) (int, error)             { return 0, d.give("ReleaseOutbox") }
func (d *draft) ReleaseClaim(int64, int64, time.Time) error       { return d.give("ReleaseClaim") }
func (d *draft) AddInbox(store.InboxMessage) (store.InboxMessage, bool, error) {
	return store.InboxMessage{}, false, d.give("AddInbox")
}
func (d *draft) PostponeInbox(int64, time.Time, string) (int, error) {
	return 0, d.give("PostponeInbox")
}
func (d *draft) ClaimMail(int64, time.Time, time.Duration) (store.Claim, bool, error) {
	return store.Claim{}, false, d.give("ClaimMail")
}

func (d *draft) ClaimOutbox(time.Time, time.Duration, time.Duration, ...string) (store.Claim, bool, error) {
	return store.Claim{}, false, d.give("ClaimOutbox")
}
func (d *draft) AddPlayer(store.Player) error                    { return d.give("AddPlayer") }
func (d *draft) ChangeAddress(string, string) error              { return d.give("ChangeAddress") }
func (d *draft) ForgetPlayer(string, string, string) error       { return d.give("ForgetPlayer") }
func (d *draft) AddKey(store.Key) error                          { return d.give("AddKey") }
func (d *draft) UpdateKey(store.Key) error                       { return d.give("UpdateKey") }
func (d *draft) RenewKey(string, []byte) error                   { return d.give("RenewKey") }
func (d *draft) ListKey(string, []string) error                  { return d.give("ListKey") }
func (d *draft) PutLeague(store.League) error                    { return d.give("PutLeague") }
func (d *draft) DeleteLeague(string) error                       { return d.give("DeleteLeague") }
func (d *draft) Newest() (*time.Time, error)                     { return nil, d.give("Newest") }
func (d *draft) Ahead(store.SetBack) ([]store.Dated, error)      { return nil, d.give("Ahead") }
func (d *draft) SetBack(store.SetBack) (int, error)              { return 0, d.give("SetBack") }
func (d *draft) SetInboxTimes(int64, time.Time, time.Time) error { return d.give("SetInboxTimes") }
func (d *draft) SetInboxTry(int64, time.Time) error              { return d.give("SetInboxTry") }
func (d *draft) Backlog(time.Time) (store.Backlog, error)        { return store.Backlog{}, d.give("Backlog") }
func (d *draft) WholeMails(int64, int) ([]int64, error)          { return nil, d.give("WholeMails") }
func (d *draft) KeepCompact(store.CompactMail) (int, error)      { return 0, d.give("KeepCompact") }

func (d *draft) SettingsDue(string, time.Time) (map[string][]byte, error) {
	return nil, d.give("SettingsDue")
}

func (d *draft) CompactMail(int64) (store.CompactMail, bool, error) {
	return store.CompactMail{}, false, d.give("CompactMail")
}
