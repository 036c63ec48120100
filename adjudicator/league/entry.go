package league

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/league/ladder"
)

// Kind tells what an entry of a league's ledger records.
type Kind string

// The kinds of entries, with the type of their body.
const (
	Opened   Kind = "opened"   // [Opening]
	Joined   Kind = "joined"   // [Joining]
	Left     Kind = "left"     // [Leaving]
	Returned Kind = "returned" // [Returning]: who had withdrawn is there again
	Consents Kind = "consents" // [Consent]: the reconstructed data are accepted
	Mustered Kind = "mustered" // [Muster]
	Drawn    Kind = "drawn"    // [Lots]
	Paired   Kind = "paired"   // [Pairing]
	Replaced Kind = "replaced" // [Replacing]
	Sealed   Kind = "sealed"   // [Seal]: a bid that nobody may see yet
	Sided    Kind = "sided"    // [Siding]: both bids, and who has which side
	Started  Kind = "started"  // [Start]
	Ended    Kind = "ended"    // [Result]: also a ruling that replaces one
	Ruled    Kind = "ruled"    // [Ruling]: a referee has ordered by mail what the entries after it do
	Amended  Kind = "amended"  // [Amending]: what the file said has changed
	Closed   Kind = "closed"   // [Closing]

	// Of a ladder.
	Challenged Kind = "challenged" // [Challenge]
	Accepted   Kind = "accepted"   // [Acceptance]
	Declined   Kind = "declined"   // [Refusal]
	Lapsed     Kind = "lapsed"     // [Lapse]: what time has brought
	Postponed  Kind = "postponed"  // [Postponing]
)

// Entry is an entry of a league's ledger. Each hash covers the one before it.
type Entry struct {
	League string
	Seq    int // from 1
	Kind   Kind
	Time   time.Time
	Body   []byte // JSON
	Prev   dice.Head
	Hash   dice.Head
}

// timeLayout fixes how a time enters a hash: UTC, milliseconds.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Sum computes the hash of the entry: SHA-256 over seven lines of ASCII, each ended by a
// line feed: keryx-league-1, the league, the number, the kind, the time, the SHA-256 of the
// body in hexadecimal, the hash before.
func (e Entry) Sum() dice.Head {
	return sha256.Sum256(fmt.Appendf(nil, "keryx-league-1\n%s\n%d\n%s\n%s\n%x\n%s\n",
		e.League, e.Seq, e.Kind, e.Time.UTC().Format(timeLayout), sha256.Sum256(e.Body), e.Prev))
}

// NewEntry makes the entry that follows prev, which is the zero Entry for the first.
func NewEntry(league string, prev Entry, kind Kind, at time.Time, body any) (Entry, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return Entry{}, fmt.Errorf("writing an entry %s: %w", kind, err)
	}
	e := Entry{League: league, Seq: prev.Seq + 1, Kind: kind, Time: at.UTC().Truncate(time.Millisecond), Body: text, Prev: prev.Hash}
	e.Hash = e.Sum()
	return e, nil
}

// ErrChain reports a ledger whose links or hashes do not hold.
var ErrChain = errors.New("the league's ledger does not hold together")

// VerifyChain checks numbers, links and hashes of a whole ledger.
func VerifyChain(entries []Entry) error {
	var prev Entry
	for _, e := range entries {
		if e.Seq != prev.Seq+1 || e.Prev != prev.Hash || e.Hash != e.Sum() || prev.Seq > 0 && e.League != prev.League {
			return fmt.Errorf("%w: entry %d after entry %d", ErrChain, e.Seq, prev.Seq)
		}
		prev = e
	}
	return nil
}

// SignedRuling is what a referee has signed, with the salt that hides it behind its digest.
type SignedRuling struct {
	Key  string    `json:"key"` // the fingerprint of the key that signed
	Text string    `json:"text"`
	Salt dice.Head `json:"salt"`
}

// Digest is what the ledger holds of a ruling that came by mail: SHA-256 of the salt, the
// fingerprint of the key with a line feed, and the text.
func (r SignedRuling) Digest() dice.Head {
	return sha256.Sum256(fmt.Appendf(r.Salt[:], "%s\n%s", r.Key, r.Text))
}

// The bodies of entries.
type (
	// Opening opens the season.
	Opening struct {
		Rules      Rules     `json:"rules"`
		Commitment dice.Head `json:"commitment"` // of the secret that the lots come from
		Terms      Terms     `json:"terms,omitzero"`
	}
	// Joining enters somebody: before the lots are drawn, or late.
	Joining struct {
		Entrant  string `json:"entrant"`
		Division int    `json:"division"`       // where he belongs, from 0
		Most     int    `json:"most,omitempty"` // games at once; 0: as the rules say
	}
	// Leaving withdraws somebody.
	Leaving struct {
		Entrant string `json:"entrant"`
		Why     string `json:"why,omitempty"`
	}
	// Returning has one take part again who had withdrawn. What he did not play is lost by forfeit.
	Returning struct {
		Entrant string `json:"entrant"`
		Most    int    `json:"most,omitempty"` // games at once; 0: as before
	}
	// Consent accepts the reconstructed data, with the entry or after it.
	Consent struct {
		Entrant string `json:"entrant"`
	}
	// Muster says who confirmed. Before the season all others go to the end of the reserve list.
	// Before a further round of a Swiss, which is named, they are left out of it and of those
	// that follow until they confirm again; as many as there are places move up from the
	// reserve list.
	Muster struct {
		Present  []string `json:"present"`
		Division int      `json:"division,omitempty"`
		Round    int      `json:"round,omitempty"` // 0: before the season
		Up       []string `json:"up,omitempty"`
	}
	// Lots fixes divisions and start numbers.
	Lots struct {
		Divisions [][]string     `json:"divisions"` // in order of start number
		Reserves  []string       `json:"reserves"`  // in order
		Lots      map[string]int `json:"lots"`      // who drew which place for ties, from 1
	}
	// Pairing is a round of a division.
	Pairing struct {
		Division int       `json:"division"`
		Round    int       `json:"round"` // from 1
		Fixtures []Fixture `json:"fixtures"`
		// Lots are places for ties of those who came after the lots were drawn.
		Lots map[string]int `json:"lots,omitempty"`
	}
	// Replacing puts one from the reserve list in the place of one who withdrew and has
	// finished no game.
	Replacing struct {
		Out string `json:"out"`
		In  string `json:"in"`
	}
	// Seal is the digest of a bid, see [SealedBid.Digest].
	Seal struct {
		Fixture string    `json:"fixture"`
		Entrant string    `json:"entrant"`
		Digest  dice.Head `json:"digest"`
	}
	// Siding opens both bids of a fixture.
	Siding struct {
		Fixture string        `json:"fixture"`
		Bids    [2]*SealedBid `json:"bids"` // of home and away; nil: he did not bid
		Sides   Sides         `json:"sides"`
	}
	// Start says that a game has begun.
	Start struct {
		Game string `json:"game"`
		Host string `json:"host,omitempty"` // the game's name on the server: "hel-7"
	}
	// Challenge challenges somebody on a ladder.
	Challenge struct {
		Number     int    `json:"number"` // the how many-th on the ladder, from 1
		Challenger string `json:"challenger"`
		Challenged string `json:"challenged"`
		Ruling     string `json:"ruling,omitempty"` // why the referee made it for him
	}
	// Acceptance accepts a challenge: its game follows.
	Acceptance struct {
		Number   int       `json:"number"`
		Received time.Time `json:"received"` // when the word came; it counts
		Game     string    `json:"game"`
		First    string    `json:"first"` // who has the first side of the first game; nobody if both bid for it
		Ruling   string    `json:"ruling,omitempty"`
	}
	// Refusal declines a challenge, or calls one off that was made.
	Refusal struct {
		Number int           `json:"number"`
		By     string        `json:"by"`
		Moves  []ladder.Move `json:"moves"`
		Ruling string        `json:"ruling,omitempty"`
	}
	// Postponing puts off by when a challenge must be answered, or when somebody loses a place
	// who does not play: he is absent, or nothing could reach him.
	Postponing struct {
		Number  int       `json:"number,omitempty"`  // of the challenge
		Entrant string    `json:"entrant,omitempty"` // without one: who would lose a place
		Until   time.Time `json:"until"`
		Why     string    `json:"why"` // "absent", "outage", "unread", "ruling"
	}
	// Lapse is what time has brought: challenges that nobody answered, places lost.
	Lapse struct {
		Overdue []int         `json:"overdue"` // numbers of challenges
		Moves   []ladder.Move `json:"moves"`
	}
	// Ruling is what a referee has ordered by a signed mail, and why. The entries after it are what
	// was done. It names nobody: who he is and what he wrote is kept beside the ledger.
	Ruling struct {
		Act    string    `json:"act"`    // "result", "withdraw", "pair", ...
		Reason string    `json:"reason"` // that those read whom it concerns
		Digest dice.Head `json:"digest"` // of what he signed, see [SignedRuling.Digest]
	}
	// Amending changes what the file of the season said.
	Amending struct {
		What   []string  `json:"what"`          // "ends", "referee", "absences"
		Ends   time.Time `json:"ends,omitzero"` // the last day from then on; zero: as before
		Reason string    `json:"reason"`        // which all entrants have read
	}
	// Closing ends the season.
	Closing struct {
		Champions []string   `json:"champions"` // of the best division; several share the title
		Next      [][]string `json:"next"`      // divisions of the next season
		Secret    string     `json:"secret"`    // that the lots came from, in hexadecimal
	}
)
