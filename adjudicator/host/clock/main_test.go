package clock_test

import (
	"os"
	"testing"

	"keryx/adjudicator/host/hosttest"
)

func TestMain(m *testing.M) { os.Exit(hosttest.Main(m)) }
