package storetest

import (
	"maps"
	"slices"
	"testing"
	"time"

	"keryx/store"
)

// OldSettings are settings as they were stored before any said for which moment it waits. An implementation whose schema
// is older than that writes them into it, migrates it, and hands it to [OldSettingsDue].
var OldSettings = map[string]string{
	"watch-due/hel-1":           `"2026-03-01T12:00:00.5Z"`,
	"watch-due/hel-2":           `"2026-03-01T14:00:00+01:00"`,
	"watch-due/hel-3":           ``,
	"watch-due/hel-4":           `"never"`,
	"pause/hel-1":               `{"since":"2026-02-01T12:00:00Z","until":"2026-03-01T12:00:00.123456789Z","left":{"athens":5}}`,
	"pause/hel-2":               ``,
	"offer-open/hel-1/athens/a": `{"kind":"a","side":"athens","until":"2026-02-01T12:00:00Z","entry":3,"ends":"2026-03-01T13:00:00Z"}`,
	"offer-open/hel-2/sparta/a": `not to be read`,
	"offer-was/hel-2":           `{"ends":"2026-03-01T13:00:00Z"}`,
	"watched/hel-1":             `{"until":"2026-03-01T13:00:00Z"}`,
}

// OldSettingsDue tells whether each of [OldSettings] is due at the moment that stands in it, and at once if none can be read.
func OldSettingsDue(t *testing.T, s store.Store) {
	t.Helper()
	broken := []string{"offer-open/hel-2/sparta/a", "watch-due/hel-4"}
	for at, more := range map[time.Time][]string{
		after(-24 * time.Hour):         nil,
		after(122 * time.Millisecond):  nil,
		after(123 * time.Millisecond):  {"pause/hel-1"},
		after(500 * time.Millisecond):  {"pause/hel-1", "watch-due/hel-1"},
		after(time.Hour - time.Second): {"pause/hel-1", "watch-due/hel-1"},
		after(time.Hour):               {"pause/hel-1", "watch-due/hel-1", "watch-due/hel-2", "offer-open/hel-1/athens/a"},
	} {
		view(t, s, func(tx store.ReadTx) {
			due := slices.Sorted(maps.Keys(get[map[string][]byte](t)(tx.SettingsDue("", at))))
			same(t, "due at "+at.String(), due, slices.Sorted(slices.Values(slices.Concat(broken, more))))
		})
	}
	view(t, s, func(tx store.ReadTx) {
		for name, value := range OldSettings {
			same(t, name, string(get[[]byte](t)(tx.Setting(name))), value)
		}
	})
}
