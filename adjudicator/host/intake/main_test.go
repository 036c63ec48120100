package intake_test

import (
	"os"
	"testing"

	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/hosttest"
)

// The machine is tried in printed games too.
func init() {
	if err := amphipolis.Opener.Register(""); err != nil {
		panic(err)
	}
	if err := hellespont.Opener.Register(""); err != nil {
		panic(err)
	}
}

func TestMain(m *testing.M) { os.Exit(hosttest.Main(m)) }
