package rulings_test

import (
	"os"
	"testing"

	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/hosttest"
)

// Every kind of ruling is tried in a printed game.
func init() {
	if err := hellespont.Opener.Register(""); err != nil {
		panic(err)
	}
}

func TestMain(m *testing.M) { os.Exit(hosttest.Main(m)) }
