package host_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/mail/wire"
	"keryx/store"
)

// TestHazardText sends good signatures over odd texts.
func TestHazardText(t *testing.T) {
	// wantFault sends orders, signed as they are, that must be refused as a whole.
	wantFault := func(t *testing.T, orders ...string) {
		t.Helper()
		c := hosttest.NewClub(t)
		for _, text := range orders {
			c.WantState(hosttest.Mime8(c, "north", c.Orders("north", text)), store.Faulty)
		}
		c.WantState(hosttest.Mime8(c, "north", c.Orders("north", "bid 1")), store.Accepted)
	}
	t.Run("E1", func(t *testing.T) {
		wantFault(t, "b\u0456d 1", "\uff42id 1", "bid\u202e 1", "bid\u200b 1", "bid\u2028 1", "bid 1\ufeff1", "b\U000e0069d 1", "bid \u0661")
		c := hosttest.NewClub(t)
		c.Sent()
		c.Receive(hosttest.Mime8(c, "north", c.Orders("north", "bid\u202e 1")))
		if said := hosttest.TextOf(t, c.Sent()[0]); !strings.Contains(said, "line 5") || !strings.Contains(said, `\u202e`) || strings.Contains(said, "\u202e") {
			t.Errorf("the answer does not name the character, or repeats it:\n%s", said)
		}
	})
	t.Run("D14", func(t *testing.T) {
		// What a telephone makes of quotes, dashes and blanks is read as it was meant, in
		// the text that was signed.
		c := hosttest.NewClub(t)
		file := c.Orders("north", "bid\u00a01")
		c.WantState(hosttest.Mime8(c, "north", strings.Replace(file, "-", "\u2013", 2)), store.Accepted)
	})
	t.Run("E9", func(t *testing.T) {
		wantFault(t, "> bid 1", "On Sunday Keryx wrote:", "-----Original Message-----/bid 1", "> march 1/bid 1", "bid 1/From: Keryx/bid 2")
		c := hosttest.NewClub(t)
		c.WantState(hosttest.Mime8(c, "north", c.Orders("north", "bid 1/On Sunday Keryx wrote:/> march 1")), store.Accepted)
	})
	t.Run("E10", func(t *testing.T) {
		wantFault(t, "bid 1/Sent from my phone", "bid 1/This mail was checked for viruses.")
	})
	t.Run("E11", func(t *testing.T) {
		wantFault(t, "bid 1e9", "bid 0x1", "bid -0", "bid -1", "bid 99999999999999999999", "bid 4294967297", "bid 18446744073709551617",
			"bid 1.0", "bid 1 1", "bid", "bid one", "bid "+strings.Repeat("9", 900), "bid "+strings.Repeat("x", 900))
		c := hosttest.NewClub(t)
		c.WantState(hosttest.Mime8(c, "north", c.Orders("north", "BID\t  1")), store.Accepted)
	})
	t.Run("E12", func(t *testing.T) {
		// Letters that a careless comparison folds into ASCII ones name no seat, no game
		// and no verb.
		c := hosttest.NewClub(t)
		file := c.Orders("north", "bid 1")
		for _, twin := range [][2]string{{"side north", "side no\u0280th"}, {"game ford", "game \uff46ord"}, {"bid", "b\u0131d"}, {"bid", "b\u0130d"}} {
			before := c.World()
			if row := c.Receive(hosttest.Mime8(c, "north", strings.Replace(file, twin[0], twin[1], 1))); row.State == store.Accepted {
				t.Errorf("%q is taken for %q", twin[1], twin[0])
			}
			c.Unmoved(before)
		}
	})
	t.Run("E13", func(t *testing.T) {
		wantFault(t, "bid 1/nonsense", "nonsense/bid 1", "bid 9/pass", "bid 1/phase Q/pass")
	})
	t.Run("E14", func(t *testing.T) {
		// What a player writes comes back behind a mark, and is nobody's code.
		c := hosttest.NewClub(t)
		c.Invents = true // a player writes what looks like code
		c.Sent()
		c.Receive(hosttest.Mime8(c, "north", c.Orders("north", "{{.Secret}}/=1+1/<b>bid</b>/From north/.")))
		for _, line := range strings.Split(hosttest.TextOf(t, c.Sent()[0]), "\n") {
			if line == "." || strings.HasPrefix(line, "From ") || strings.HasPrefix(line, "=1") || strings.HasPrefix(line, "{{") {
				t.Errorf("a line of the answer is %q", line)
			}
		}
	})
	t.Run("F7", func(t *testing.T) {
		wantFault(t, "bid "+strings.Repeat("1 ", 1000), "# "+strings.Repeat("x", 60_000)+"/bid x")
		c := hosttest.NewClub(t)
		c.WantState(hosttest.Mime8(c, "north", c.Orders("north", strings.Repeat("bid x/", 9000))), store.Faulty)
		if raw := c.Sent(); len(raw[len(raw)-1].Raw) > 100<<10 {
			t.Errorf("the answer has %d bytes", len(raw[len(raw)-1].Raw))
		}
		c.WantState(hosttest.Mime8(c, "north", c.Orders("north", "bid "+strings.Repeat("1", 200_000))), store.TooLarge)
	})
}

// TestHazardFlood sends many mails.
func TestHazardFlood(t *testing.T) {
	t.Run("F11", func(t *testing.T) {
		c := hosttest.NewClub(t)
		c.Sent()
		for n := range 200 {
			f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", fmt.Sprintf("AAAA-%04d", n), "bid 1"))))
			if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, wire.ErrLater) { // some wait for a later hour
				hosttest.Check(t, err)
			}
			c.Receive(hosttest.Letter(fmt.Sprintf("stranger-%d@example.net", n), "buy"))
		}
		if got := c.Sent(); len(got) > 32 {
			t.Errorf("400 mails were answered by %d", len(got))
		}
		c.Order("south", "bid 0") // the other player hears nothing of it
		c.Time = c.Time.Add(3 * time.Hour)
		c.Order("north", "bid 1")
	})
	t.Run("C18", func(t *testing.T) {
		// Mails as programs of all kinds write them come to an address that has become
		// known, many times over, under names of players and of strangers.
		files, err := filepath.Glob("../../mail/testdata/*.eml")
		if err != nil || len(files) < 10 {
			t.Fatalf("%d samples: %v", len(files), err)
		}
		c := hosttest.NewClub(t)
		c.Sent()
		before := c.World()
		for _, file := range files {
			octets, err := os.ReadFile(file)
			hosttest.Check(t, err)
			_, sample, _ := strings.Cut(string(octets), "\n")
			for n := range 14 {
				from := fmt.Sprintf("person-%d@example.net", n)
				if n%7 == 0 {
					from = hosttest.SouthAt
				}
				raw := strings.ReplaceAll(strings.Replace(sample, "red@example.org", from, 1), "\n", "\r\n")
				if row := c.Receive([]byte(fmt.Sprintf("X-Copy: %d\r\n", n) + raw)); !row.State.Final() || row.State == store.Poison || row.State == store.Accepted {
					t.Errorf("%s: state %s (%s)", file, row.State, row.Reason)
				}
			}
		}
		c.Unmoved(before)
		if got := hosttest.KindsOf(c.Sent()); len(got) > 8 || slices.ContainsFunc(got, func(m string) bool { return !strings.HasSuffix(m, hosttest.SouthAt) }) {
			t.Errorf("%d mails in a day were answered by %q", 14*len(files), got)
		}
	})
	t.Run("H3", func(t *testing.T) {
		c := hosttest.NewClub(t)
		block := c.Signed("north", c.Orders("north", "bid 2"))
		c.WantState(hosttest.Letter(hosttest.NorthAt, block), store.Accepted)
		for range 3 {
			c.WantState(hosttest.Letter(hosttest.NorthAt, block), store.Duplicate)
		}
	})
	t.Run("G9", func(t *testing.T) {
		// Whoever has not carried one of our mails cannot make a bounce of it.
		c := hosttest.NewClub(t, referee("third@example.org"))
		c.Order("north", "bid 2")
		c.Sent()
		before := c.World()
		for _, id := range []string{"<1@" + hosttest.ServerDomain + ">", "<" + strings.Repeat("a", 32) + "@" + hosttest.ServerDomain + ">", ""} {
			for _, to := range []string{hosttest.ServerAddress, "keryx+b-" + strings.Repeat("a", 32) + "-" + strings.Repeat("b", 10) + "@club.example"} {
				body := "--r\nContent-Type: text/plain\n\nIt did not work.\n--r\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n" +
					"Final-Recipient: rfc822; " + hosttest.SouthAt + "\nAction: failed\nStatus: 5.1.1\n\n--r\nContent-Type: message/rfc822\n\nMessage-ID: " + id + "\n\n" +
					c.Signed("north", c.Orders("north", "march 1")) + "\n--r--\n"
				raw := strings.Replace(string(hosttest.Letter("postmaster@example.org", body, `Content-Type: multipart/report; report-type=delivery-status; boundary=r`, "Return-Path: <>")),
					"To: "+hosttest.ServerAddress, "To: "+to, 1)
				if row := c.Receive([]byte(raw)); row.State != store.Automatic {
					t.Errorf("state %s (%s)", row.State, row.Reason)
				}
			}
		}
		c.Unmoved(before)
		if got := c.Sent(); len(got) != 0 {
			t.Errorf("forged bounces were answered by %q", hosttest.KindsOf(got))
		}
	})
	t.Run("F1", func(t *testing.T) {
		c := hosttest.NewClub(t)
		c.Sent()
		for n, from := range []string{hosttest.NorthAt, "stranger@example.net", hosttest.NorthAt} {
			f := c.Fetched(nil)
			f.TooLarge, f.Size, f.Head = true, 50<<20, hosttest.Letter(from, "x")
			disposition, err := c.Intake.Receive(t.Context(), f)
			hosttest.Check(t, err)
			if row := c.LastReceived(); row.State != store.TooLarge || disposition.Folder != wire.FolderRefused {
				t.Errorf("%d: state %s, filed in %s", n, row.State, disposition.Folder)
			}
		}
		// The second in the name of a player who is awaited brings him one line.
		if got := c.Sent(); len(got) != 2 || got[0].Recipient != hosttest.NorthAt || got[1].Recipient != hosttest.NorthAt {
			t.Errorf("three large mails were answered by %q", hosttest.KindsOf(got))
		}
	})
}

func referee(address string) hosttest.Setting { return func(n *newGame) { n.Referee = address } }

// TestHintNamesTheProgram sends unsigned orders from known and unknown programs.
func TestHintNamesTheProgram(t *testing.T) {
	for field, want := range map[string][]string{
		"X-Mailer: Microsoft Outlook 16.0":    {"Outlook does not sign"},
		"User-Agent: Mutt/2.2.9 (2022-11-12)": {"In Mutt: press p"},
		"X-Mailer: Homemade":                  {"Thunderbird signs", "Outlook and Gmail do not", "K-9 Mail"},
	} {
		c := hosttest.NewClub(t)
		c.Sent()
		c.Receive(hosttest.Letter(hosttest.NorthAt, "march 1", field))
		got := c.Sent()
		if len(got) != 1 {
			t.Fatalf("answers %q", hosttest.KindsOf(got))
		}
		said := strings.Join(strings.Fields(hosttest.TextOf(t, got[0])), " ")
		for _, words := range want {
			if !strings.Contains(said, words) {
				t.Errorf("%s: the answer does not say %q:\n%s", field, words, said)
			}
		}
	}
}
