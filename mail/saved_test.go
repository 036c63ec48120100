package mail

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestReadSaved(t *testing.T) {
	const one, two = "Subject: one\nTo: a@b\n\nHello\n", "Subject: two\n\nDear\n\nFrom-time to time\n"
	for name, c := range map[string]struct {
		file string
		kind SavedKind
		want []string
	}{
		"a mail":            {one, SavedMail, []string{"1 " + one}},
		"CR LF":             {"Subject: one\r\n\r\nHello\r\n", SavedMail, []string{"1 Subject: one\r\n\r\nHello\r\n"}},
		"an mbox":           {"From - Sat Nov 21\n" + one + "\nFrom x@y Sat\n" + two + "\n", SavedMbox, []string{"1 " + one, "2 " + two}},
		"an mbox cut short": {"From - Sat\n" + one + "\nFrom - Sat\nSubject: x", SavedMbox, []string{"1 " + one, "2 Subject: x"}},
		"an mbox of CR LF":  {"From - Sat\r\nA: b\r\n\r\nc\r\n\r\nFrom - Sat\r\nD: e\r\n\r\n", SavedMbox, []string{"1 A: b\r\n\r\nc\r\n", "2 D: e\r\n"}},
		"From in a line":    {"From - Sat\nA: b\n\nc\nFrom here\n", SavedMbox, []string{"1 A: b\n\nc\nFrom here\n"}},
		"quoted From": {"From - Sat\nA: b\n\n>From here\n>>From there\n", SavedMbox,
			[]string{"1 A: b\n\n>From here\n>>From there\n", "1 A: b\n\nFrom here\n>From there\n"}},
		"emlx":          {fmt.Sprintf("%d   \n%s<?xml version=\"1.0\"?>\n", len(one), one), SavedEmlx, []string{"1 " + one}},
		"too large":     {one + strings.Repeat("x", maxSaved), SavedMail, []string{"1 "}},
		"one too large": {"From - Sat\n" + strings.Repeat("x: y\n", maxSaved/5+1) + "\nFrom - Sat\n" + one, SavedMbox, []string{"1 ", "2 " + one}},
		"a long line":   {"From " + strings.Repeat("x", 200<<10) + "\n" + one, SavedMbox, []string{"1 " + one}},
	} {
		var got []string
		kind, err := ReadSaved(strings.NewReader(c.file), func(n int, raw []byte) (bool, error) {
			got = append(got, fmt.Sprintf("%d %s", n, raw))
			return false, nil
		})
		if err != nil || kind != c.kind || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %s %.200q %v, want %s %.200q", name, kind, got, err, c.kind, c.want)
		}
	}
	for _, text := range []string{"", "\n", "hello\n", "\x00\x01", "<html>", "12\n", "99999999999999\n", "\u00e9t\u00e9: x\n", "// comment: x\n"} {
		kind, err := ReadSaved(strings.NewReader(text), func(int, []byte) (bool, error) { t.Errorf("%q holds a mail", text); return false, nil })
		if err == nil {
			t.Errorf("%q: %s", text, kind)
		}
	}
	stop := errors.New("enough")
	if _, err := ReadSaved(strings.NewReader("From - Sat\n"+one+"\nFrom - Sat\n"+two), func(int, []byte) (bool, error) { return true, stop }); !errors.Is(err, stop) {
		t.Errorf("the reader's own error: %v", err)
	}
}

func FuzzReadSaved(f *testing.F) {
	f.Add([]byte("From - Sat\nA: b\n\n>From\n\nFrom x\n"))
	f.Add([]byte("5\nA: b\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		last := 0
		_, _ = ReadSaved(strings.NewReader(string(data)), func(n int, raw []byte) (bool, error) {
			if n < last || len(raw) > maxSaved || len(raw) > len(data) {
				t.Fatalf("mail %d after %d, %d bytes", n, last, len(raw))
			}
			last = n
			return false, nil
		})
	})
}
