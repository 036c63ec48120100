package wordtest

import "testing"

// Each of the marks is found in what people could be shown, and nothing in what they are.
func TestFind(t *testing.T) {
	for _, bad := range []string{"map[Args:<nil> Key:amphipolis.side.sparta] has resigned", "lost: %!d(string=x)", "Dear {{.Player}}", "‹league.none›", "result &{0 draw}", "it is <no value>"} {
		if len(Find(bad)) == 0 {
			t.Errorf("nothing is found in %q", bad)
		}
	}
	for _, good := range []string{"", "the map [1] is new", "95 % won", "a & b {2}", "Sparta has resigned"} {
		if found := Find(good); found != nil {
			t.Errorf("%q holds %v", good, found)
		}
	}
	if got := Raw([]byte("ma=\r\np[a] =E2=80=B9")); len(Find(got)) != 2 {
		t.Errorf("a mail is read as %q", got)
	}
}
