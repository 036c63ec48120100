package host_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/store"
)

// This file is a second verifier. It knows of Keryx what the manual's page on dice
// says, and uses nothing of the code that it checks.

// record is one record of a block: its words.
type record []string

// readBlock reads the block of proof in the text of a report.
func readBlock(t *testing.T, text string) (all []record) {
	t.Helper()
	_, text, found := strings.Cut("\n"+text, "\nkeryx-proof-1 ")
	text, _, end := strings.Cut(text, "\nend ")
	if !found || !end {
		t.Fatalf("no block:\n%s", text)
	}
	_, text, _ = strings.Cut(text, "\n") // the game
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, " ") {
			all[len(all)-1] = append(all[len(all)-1], strings.Fields(line)...)
		} else {
			all = append(all, strings.Fields(line))
		}
	}
	return all
}

func hexOf(b []byte) string { return hex.EncodeToString(b) }

func bytesOf(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	hosttest.Check(t, err)
	return b
}

func hashOf(text string) string { s := sha256.Sum256([]byte(text)); return hexOf(s[:]) }

func macOf(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

const zeros = "0000000000000000000000000000000000000000000000000000000000000000"

// proven counts what the manual's verifier has proved.
type proven struct{ entries, bodies, dice, salts, seeds int }

// readmeVerify proves the reports of one player, in the order in which they came, in the
// words of the manual.
func readmeVerify(t *testing.T, game string, reports []string) (n proven, err error) {
	var entries, rolls []record
	one, salts, bodies := map[string]string{}, map[string]string{}, map[string][]byte{}
	for _, text := range reports {
		for _, r := range readBlock(t, text) {
			switch r[0] {
			case "entry":
				entries = append(entries, r)
			case "roll":
				rolls = append(rolls, r)
			case "salt":
				salts[r[1]] = r[2]
			case "body":
				body, err := base64.StdEncoding.DecodeString(strings.Join(r[3:], ""))
				hosttest.Check(t, err)
				bodies[r[1]] = body
			case "secret", "opening":
				one[r[0]] = r[1]
			case "commit", "reveal":
				one[r[0]+" "+r[1]] = r[2]
			}
		}
	}
	hash, chain, after, own := zeros, zeros, map[string]string{}, map[string]string{}
	orders := 0
	for i, e := range entries {
		number, kind, side, at, digest := e[1], e[2], e[3], e[4], e[5]
		if side == "-" {
			side = ""
		}
		if number != strconv.Itoa(i+1) {
			return n, fmt.Errorf("entry %s comes as number %d", number, i+1)
		}
		hash = hashOf("keryx-ledger-1\n" + game + "\n" + number + "\n" + kind + "\n" + side + "\n" + at + "\n" + digest + "\n" + hash + "\n")
		if hash != e[6] {
			return n, fmt.Errorf("entry %s has the hash %s", number, hash)
		}
		n.entries++
		if body, told := bodies[number]; told {
			if hashOf(string(bytesOf(t, salts[number]))+string(body)) != digest {
				return n, fmt.Errorf("the body of entry %s does not fit its digest", number)
			}
			n.bodies++
		}
		if kind == "orders" {
			orders++
			chain = hashOf("keryx-chain-1\n" + chain + "\n" + side + "\n" + digest + "\n")
			own[number] = fmt.Sprint(orders)
		}
		after[number] = chain
	}
	if one["opening"] != "" {
		secret := bytesOf(t, one["opening"])
		if hashOf(string(secret)) != one["secret"] {
			return n, fmt.Errorf("another secret")
		}
		for number, k := range own {
			if salt, told := salts[number]; told {
				if salt != hexOf(macOf(secret, game+"/orders/"+k)) {
					return n, fmt.Errorf("the salt of orders %s", k)
				}
				n.salts++
			}
		}
	}
	for what, seed := range one {
		turn, ok := strings.CutPrefix(what, "reveal ")
		if !ok {
			continue
		}
		if hashOf(string(bytesOf(t, seed))) != one["commit "+turn] {
			return n, fmt.Errorf("the seed of turn %s", turn)
		}
		if one["opening"] != "" && seed != hexOf(macOf(bytesOf(t, one["opening"]), game+"/"+turn)) {
			return n, fmt.Errorf("the seed of turn %s is another one", turn)
		}
		n.seeds++
	}
	for _, r := range rolls {
		seed, known := one["reveal "+r[1]]
		if !known {
			continue
		}
		entry, index, _ := strings.Cut(r[2], "/")
		first, err := strconv.Atoi(index)
		hosttest.Check(t, err)
		for i, face := range r[4:] {
			sum := macOf(bytesOf(t, seed), fmt.Sprintf("%s/%d/0", after[entry], first+i))
			for sum[0] >= 252 {
				sum = sum[1:]
			}
			if want := strconv.Itoa(int(sum[0])%6 + 1); face != want {
				return n, fmt.Errorf("die %s/%d shows %s, want %s", entry, first+i, face, want)
			}
			n.dice++
		}
	}
	return n, nil
}

// reportsTo are the texts of the mails to one player.
func reportsTo(t *testing.T, mails []store.OutboxMail, to string) (texts []string) {
	t.Helper()
	for _, m := range mails {
		if m.Recipient == to {
			r, err := mail.ReadReport(m.Raw)
			hosttest.Check(t, err)
			texts = append(texts, strings.Join(r.Texts(), "\n"))
		}
	}
	return texts
}

// TestReadmeDice verifies a game with nothing but what the manual says.
func TestReadmeDice(t *testing.T) {
	c, mails := hosttest.WholeGame(t)
	ledger, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	for _, to := range []string{hosttest.NorthAt, hosttest.SouthAt} {
		n, err := readmeVerify(t, c.Game, reportsTo(t, mails, to))
		if err != nil || n.entries != len(ledger) || n.dice < 3 || n.salts < 3 || n.seeds != c.Turn() || n.bodies < n.entries/2 {
			t.Errorf("%s: %+v of %d entries and %d turns: %v", to, n, len(ledger), c.Turn(), err)
		}
	}
	bent := reportsTo(t, mails, hosttest.NorthAt)
	for i := range bent {
		bent[i] = regexp.MustCompile(` d6 \d`).ReplaceAllStringFunc(bent[i], func(s string) string {
			return " d6 " + string('1'+(s[4]-'0')%6) // the next face
		})
	}
	if n, err := readmeVerify(t, c.Game, bent); err == nil {
		t.Errorf("bent dice hold: %+v", n)
	}
	for _, said := range []string{"keryx-proof-1 GAME", "keryx-ledger-1", "keryx-chain-1", `"GAME/orders/K"`, `HMAC-SHA256(secret, "GAME/N")`,
		`HMAC-SHA256(seed, "CHAIN/I/0")`, "below 252, modulo 6, plus 1", "64 zeros"} {
		for _, lang := range []string{"en", "fr"} {
			said := strings.ReplaceAll(said, "below 252, modulo 6, plus 1", map[string]string{"en": "below 252, modulo 6, plus 1", "fr": "inférieur à 252, modulo 6, plus 1"}[lang])
			said = strings.ReplaceAll(said, "64 zeros", map[string]string{"en": "64 zeros", "fr": "64 zéros"}[lang])
			if !strings.Contains(strings.Join(strings.Fields(manualPage(t, lang, "dice")), " "), said) {
				t.Errorf("%s: the manual does not say %s", lang, said)
			}
		}
	}
}

// TestReadmeDraws computes the hidden hands of a finished game from its secret, as the
// manual says.
func TestReadmeDraws(t *testing.T) {
	c := seededClub(t)
	c.PlayScript(hosttest.Shooting, func(int) {})
	secret := hosttest.SecretOf(c)
	ledger, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	chain, turn := zeros, 0
	var traps []bool // of north and south, turn by turn
	for _, e := range ledger {
		switch e.Kind {
		case "orders":
			digest := e.Digest()
			chain = hashOf("keryx-chain-1\n" + chain + "\n" + e.Side + "\n" + hexOf(digest[:]) + "\n")
		case "commit": // the turn begins: each side draws one of two
			turn++
			for j := range 2 {
				sum := macOf(secret[:], fmt.Sprintf("%s/%d/hidden/%s/%d/0", c.Game, turn, chain, j))
				traps = append(traps, sum[0]%2 == 0)
			}
		}
	}
	if len(traps) < 4 {
		t.Fatalf("%d draws in %d turns", len(traps), turn)
	}
	for side := range 2 {
		view, err := viewOf(t.Context(), c.Host, c.Game, adjudicator.Side(side))
		hosttest.Check(t, err)
		var want []bool
		for i := side; i < len(traps); i += 2 {
			want = append(want, traps[i])
		}
		if got := fmt.Sprintf("%v", view.Data); !strings.Contains(got, fmt.Sprint(want)) {
			t.Errorf("side %d holds %s, want %v", side, got, want)
		}
	}
}
