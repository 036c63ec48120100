package leagues_test

import (
	"os"
	"testing"

	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/host/hosttest"
)

// Some leagues play a printed game.
func init() {
	if err := amphipolis.Opener.Register(""); err != nil {
		panic(err)
	}
}

func TestMain(m *testing.M) { os.Exit(hosttest.Main(m)) }
