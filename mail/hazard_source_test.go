package mail

import (
	"go/parser"
	source "go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestHazardSource looks for what no code of ours may do, in the packages that
// touch mail. The subtests are named by the rows of testdata/hazards.toml.
func TestHazardSource(t *testing.T) {
	each := func(t *testing.T, look func(file, text string)) {
		t.Helper()
		seen := 0
		for _, dir := range []string{".", "wire", "../adjudicator/host", "../adjudicator/host/*", "../orders", "../store", "../store/sqlite", "../store/tables", "../store/postgres", "../templates"} {
			files, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.go"))
			must(t, err)
			for _, file := range files {
				room := filepath.Base(filepath.Dir(file))
				if strings.HasSuffix(file, "_test.go") || room == "hosttest" || room == "health" { // no mail comes there
					continue
				}
				octets, err := os.ReadFile(file)
				must(t, err)
				look(file, string(octets))
				seen++
			}
		}
		if seen < 50 {
			t.Errorf("only %d files were found", seen)
		}
	}
	never := func(t *testing.T, pattern, why string) {
		t.Helper()
		re := regexp.MustCompile(pattern)
		each(t, func(file, text string) {
			if found := re.FindString(text); found != "" {
				t.Errorf("%s has %q: %s", file, found, why)
			}
		})
	}
	imports := func(t *testing.T, why string, forbidden ...string) {
		t.Helper()
		each(t, func(file, text string) {
			tree, err := parser.ParseFile(source.NewFileSet(), file, text, parser.ImportsOnly)
			must(t, err)
			for _, spec := range tree.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				must(t, err)
				for _, f := range forbidden {
					if path == f {
						t.Errorf("%s imports %s: %s", file, path, why)
					}
				}
			}
		})
	}
	t.Run("A18", func(t *testing.T) { imports(t, "no other program decides about a signature", "os/exec") })
	t.Run("C14", func(t *testing.T) {
		// The only requests over HTTP are those for access tokens.
		each(t, func(file, text string) {
			if strings.Contains(text, `"net/http"`) && !strings.HasSuffix(file, "oauth.go") && !strings.HasSuffix(file, "transport_sasl.go") {
				t.Errorf("%s imports net/http: nothing a mail points to is fetched", file)
			}
		})
	})
	t.Run("F8", func(t *testing.T) {
		imports(t, "attached archives are never opened", "archive/zip", "archive/tar", "compress/gzip", "compress/bzip2", "compress/lzw")
	})
	t.Run("H16", func(t *testing.T) { never(t, `\.(UID)?Search\(`, "servers' searches miss messages") })
	t.Run("I2", func(t *testing.T) {
		date := regexp.MustCompile(`ParseDate\(|(get|only)\("date"\)|Header\.Date\(`)
		each(t, func(file, text string) {
			if found := date.FindString(text); found != "" {
				t.Errorf("%s has %q: the Date of a mail decides nothing", file, found)
			}
		})
	})
	t.Run("E12", func(t *testing.T) {
		// EqualFold takes U+212A for k. It is for what servers and headers say, never for
		// the words of orders.
		each(t, func(file, text string) {
			if strings.Contains(filepath.ToSlash(file), "/orders/") && strings.Contains(text, "EqualFold") {
				t.Errorf("%s compares by strings.EqualFold", file)
			}
		})
	})
}
