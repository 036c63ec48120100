package upkeep_test

import (
	"os"
	"testing"

	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/hosttest"
)

// Printed games have the options that go with a game to another club.
func init() {
	if err := amphipolis.Opener.Register(""); err != nil {
		panic(err)
	}
	if err := hellespont.Opener.Register(""); err != nil {
		panic(err)
	}
}

func TestMain(m *testing.M) { os.Exit(hosttest.Main(m)) }
