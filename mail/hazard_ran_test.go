package mail

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// ranEnv names a file with what "go test -json ./..." wrote.
const ranEnv = "KERYX_TESTS_RAN"

// TestHazardsRan wants every test that testdata/hazards.toml names to have run and passed:
// one that was skipped, or that no package runs any more, guards nothing.
func TestHazardsRan(t *testing.T) {
	path := os.Getenv(ranEnv)
	if path == "" {
		t.Skipf("%s is not set", ranEnv)
	}
	file, err := os.Open(path)
	must(t, err)
	defer file.Close()
	ends, err := testEnds(file)
	must(t, err)
	for _, name := range hazardTests(t) {
		if end := ends[name]; end != "pass" {
			t.Errorf("%s: %s", name, map[string]string{"": "did not run", "skip": "was skipped", "fail": "failed"}[end])
		}
	}
}

// TestTestEnds reads what the go command writes.
func TestTestEnds(t *testing.T) {
	ends, err := testEnds(strings.NewReader(`{"Action":"run","Package":"keryx/mail","Test":"TestA"}
{"Action":"pass","Package":"keryx/mail","Test":"TestA/in_a_word"}
{"Action":"skip","Package":"keryx/mail","Test":"TestB"}
{"Action":"fail","Package":"keryx/store/sqlite","Test":"TestC"}
{"Action":"pass","Package":"keryx/mail"}
`))
	must(t, err)
	for name, want := range map[string]string{"mail:TestA/in a word": "pass", "mail:TestA": "", "mail:TestB": "skip", "store/sqlite:TestC": "fail"} {
		if got := ends[testName(name)]; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if _, err := testEnds(strings.NewReader("FAIL\n")); err == nil {
		t.Error("what is no list of events is read as one")
	}
}

// hazardTests lists the tests that the list of hazards names, as go test names them.
func hazardTests(t *testing.T) (names []string) {
	t.Helper()
	sections := map[string]map[string]hazard{}
	_, err := toml.DecodeFile(filepath.FromSlash("testdata/hazards.toml"), &sections)
	must(t, err)
	for _, rows := range sections {
		for _, row := range rows {
			for _, name := range row.Test {
				names = append(names, testName(name))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// testName is the name of a test as go test writes it: blanks become underscores, and what
// all stores have to pass is passed by the one that there is.
func testName(name string) string {
	name = strings.Replace(name, "store/storetest:Run/", "store/sqlite:TestStore/", 1)
	return strings.ReplaceAll(name, " ", "_")
}

// testEnds reads how each test ended, by its name "directory:Function/subtest".
func testEnds(r io.Reader) (map[string]string, error) {
	ends := map[string]string{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		var event struct{ Action, Package, Test string }
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		switch event.Action {
		case "pass", "fail", "skip":
			if event.Test != "" {
				ends[strings.TrimPrefix(event.Package, "keryx/")+":"+event.Test] = event.Action
			}
		}
	}
	return ends, lines.Err()
}
