package host_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/verify"
	"keryx/store"
)

// storedTurns are the turns of a stored game that are over.
const storedTurns = 3

// TestStoredGames: a game that was stored under a version of the ruleset plays again from
// its ledger to the same snapshots, byte for byte, and its mails prove it. A missing file
// is written with -update; one that is there never is.
func TestStoredGames(t *testing.T) {
	for _, rules := range hellespont.Editions() {
		name := filepath.Join("by-orders", "hellespont-"+rules.Info().Version)
		if _, err := os.Stat(filepath.Join("testdata", name+".json")); errors.Is(err, fs.ErrNotExist) && *updateGolden {
			keepGame(t, name)
		}
		g := readOldGame(t, name)
		c := newEmptyClub(t, g)
		r, err := c.Games.Replay(t.Context(), g.Game.ID)
		if err != nil || r.Turns != storedTurns+1 || r.Entries != len(g.Entries) || g.Game.Version != rules.Info().Version {
			t.Errorf("%s: %+v, of version %s: %v", name, r, g.Game.Version, err)
		}
		v, err := verify.Verify(oldProofs(t, name))
		if err != nil || v.Rolls == 0 || v.Turns != storedTurns || v.Entries != len(g.Entries) {
			t.Errorf("%s: %+v: %v", name, v, err)
		}
	}
}

// keepGame plays the golden game for some turns, under the newest version, and writes it
// as it is stored, and what its letters to Athens prove.
func keepGame(t *testing.T, name string) {
	t.Helper()
	c := newGoldenClub(t)
	for c.club.Turn() <= storedTurns && c.move() {
	}
	text, err := json.MarshalIndent(asStored(c.club), "", " ")
	hosttest.Check(t, err)
	var blocks []string
	for _, p := range hosttest.Proofs(t, c.club.Sent(), "athens@example.org") {
		blocks = append(blocks, strings.TrimSpace(p.String()))
	}
	path := filepath.Join("testdata", name)
	hosttest.Check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path+".json", append(text, '\n'), 0o644),
		os.WriteFile(path+".proofs", []byte(strings.Join(blocks, "\n\n")+"\n"), 0o644)))
}

// asStored reads the club's game out of its store.
func asStored(c *hosttest.Club) (g oldGame) {
	c.T.Helper()
	hosttest.Check(c.T, c.Store.View(c.T.Context(), func(tx store.ReadTx) error {
		game, err := tx.Game(c.Game)
		hosttest.Check(c.T, err)
		g.Game.ID, g.Game.Ruleset, g.Game.Version, g.Game.Scenario = game.ID, game.Ruleset, game.RulesetVersion, game.Scenario
		g.Game.Secret, g.Game.Contract, g.Game.Status = hex.EncodeToString(game.Secret[:]), game.Contract, game.Status
		g.Game.Turn, g.Game.Created = game.Turn, game.Created
		for _, side := range [...]string{"athens", "sparta"} {
			s, err := tx.Seat(c.Game, side)
			hosttest.Check(c.T, err)
			g.Seats = append(g.Seats, oldSeat{s.Side, s.Player, s.Answers, s.ReportedEntry, s.ReportedTurn, s.ReportedEvent, s.Deadline})
		}
		entries, err := tx.Entries(c.Game, 1)
		hosttest.Check(c.T, err)
		for _, e := range entries {
			g.Entries = append(g.Entries, oldEntry{adjudicator.EntryKind(e.Kind), e.Side, string(e.Body), hex.EncodeToString(e.Salt[:]), e.Time, [32]byte(e.Hash)})
		}
		for turn := 1; turn <= game.Turn; turn++ {
			s, err := tx.Snapshot(c.Game, turn)
			hosttest.Check(c.T, err)
			g.Snapshots = append(g.Snapshots, oldSnapshot{s.Turn, s.Seq, s.Version, string(s.Body)})
		}
		return nil
	}))
	return g
}
