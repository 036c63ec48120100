package archive

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator/host/play"
)

// change is one that somebody could make to a proof.
type change struct {
	what  string // where, and what is done there
	proof any
}

// changes are all changes of some kinds that a value of JSON can be given: a leaf becomes another, a member of a
// list is taken out, doubled, or changes places with the next. Of lists the first, the middle and the last member are taken.
func changes(t *testing.T, text []byte) (all []change) {
	t.Helper()
	var whole any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, v any, put func(any) any)
	walk = func(path string, v any, put func(any) any) {
		add := func(what string, v any) { all = append(all, change{path + " " + what, put(v)}) }
		switch v := v.(type) {
		case map[string]any:
			for name, inner := range v {
				walk(path+"."+name, inner, func(changed any) any {
					copied := map[string]any{}
					for k, x := range v {
						copied[k] = x
					}
					copied[name] = changed
					return put(copied)
				})
			}
		case []any:
			for _, i := range slices.Compact([]int{0, len(v) / 2, len(v) - 1}) {
				if i < 0 || i >= len(v) {
					continue
				}
				add(fmt.Sprintf("without %d", i), slices.Delete(slices.Clone(v), i, i+1))
				add(fmt.Sprintf("with %d twice", i), slices.Insert(slices.Clone(v), i, v[i]))
				if i+1 < len(v) {
					swapped := slices.Clone(v)
					swapped[i], swapped[i+1] = v[i+1], v[i]
					if fmt.Sprint(swapped) != fmt.Sprint(v) {
						add(fmt.Sprintf("with %d behind the next", i), swapped)
					}
				}
				walk(fmt.Sprintf("%s[%d]", path, i), v[i], func(changed any) any {
					copied := slices.Clone(v)
					copied[i] = changed
					return put(copied)
				})
			}
			if len(v) > 1 {
				add("without any", []any{})
			}
		case string:
			add("changed", turned(v))
			if v != "" {
				add("emptied", "")
			}
		case float64:
			add("one more", v+1)
		case bool:
			add("turned", !v)
		}
	}
	walk("proof", whole, func(v any) any { return v })
	return all
}

// turned is a text with one character changed in its middle, of the same kind.
func turned(text string) string {
	if text == "" {
		return "x"
	}
	i := len(text) / 2
	c := map[bool]byte{true: '1', false: '0'}[text[i] == '0']
	return text[:i] + string(c) + text[i+1:]
}

// proven has the script of a page check a proof against what the page says, and returns what does not hold.
func proven(ctx context.Context, t *testing.T, proof []byte) string {
	t.Helper()
	script := `(async () => { var bad = []; var page = {}; var place = document.getElementById("check");
		for (var name in place.dataset) page[name] = place.dataset[name];
		try { await keryxProve(JSON.parse(` + strconv.Quote(string(proof)) + `), page, (good, word) => { if (good === false) bad.push(word); }); }
		catch (err) { bad.push("unreadable"); }
		window.keryxBad = bad.join(" "); window.keryxDone = true; })(); 0`
	read(ctx, t, chromedp.Evaluate[int](`window.keryxDone = false; 0`))
	read(ctx, t, chromedp.Evaluate[int](script))
	once[bool](ctx, t, `window.keryxDone`)
	return read(ctx, t, chromedp.Evaluate[string](`window.keryxBad`))
}

// No change to the proof of a game goes unseen by the check in the browser. The changes are generated.
func TestBrowserFindsEveryChange(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 8)
	id := c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.playOut(id, "ford")
	s := c.site()
	c.write(s)
	whole := proofOf(t, filepath.Join(s.Dir, filepath.FromSlash(proofName(id))))
	text, err := json.Marshal(whole)
	c.check(err)
	do(ctx, t, chromedp.Navigate("file://"+s.Dir+"/en/games/"+id+"/index.html"), seen("#check button"))
	if bad := proven(ctx, t, text); bad != "" {
		t.Fatalf("what was not changed does not hold: %s", bad)
	}
	found, tried := map[string]bool{}, 0
	for _, change := range changes(t, text) {
		altered, err := json.Marshal(change.proof)
		c.check(err)
		tried++
		if bad := proven(ctx, t, altered); bad == "" {
			t.Errorf("not seen: %s", change.what)
		} else {
			for word := range strings.FieldsSeq(bad) {
				found[word] = true
			}
		}
	}
	if tried < 80 {
		t.Errorf("%d changes", tried)
	}
	t.Logf("%d changes, found as %d kinds of fault", tried, len(found))
}

// The check ties the file to the page: another game's proof, bodies that are taken out, a page that counts less, and
// dice that are changed, or gone, on the page that one reads.
func TestBrowserReadsThePage(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 8)
	id := c.found("ford", &play.Showing{Opens: play.AtEnd})
	other := c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.playOut(id, "ford")
	c.playOut(other, "ford")
	s := c.site()
	c.write(s)
	top := "file://" + s.Dir + "/en/games/" + id
	do(ctx, t, chromedp.Navigate(top+"/index.html"), seen("#check button"))
	text, err := json.Marshal(proofOf(t, filepath.Join(s.Dir, filepath.FromSlash(proofName(other)))))
	c.check(err)
	if bad := proven(ctx, t, text); !strings.Contains(bad, "game") || !strings.Contains(bad, "head") {
		t.Errorf("the proof of another game: %s", bad)
	}
	page := ""
	whole, err := c.Host.Watchers.Whole(t.Context(), id)
	c.check(err)
	for _, turn := range whole.Turns {
		if len(turn.Whole.Rolls) > 0 && page == "" {
			page = top + "/" + turnFile(turn.Number)
		}
	}
	check := func(change string) (says, bad string) {
		t.Helper()
		do(ctx, t, chromedp.Navigate(page), seen("#check button"))
		if change != "" {
			read(ctx, t, chromedp.Evaluate[bool](`(d => { `+change+`; return true; })(document.querySelector("[data-roll]"))`))
		}
		do(ctx, t, chromedp.Click(chromedp.CSS("#check button")), seen("#check.holds, #check.fails, #check.partly"))
		return concluded(ctx, t), listed(ctx, t)
	}
	if says, bad := check(""); !strings.HasPrefix(says, "Verified") {
		t.Fatalf("%s: %s", says, bad)
	}
	for change, want := range map[string]string{
		`d.textContent = d.textContent.replace(/\d/, x => x % 6 + 1)`:                  "The page shows the dice",
		`d.parentNode.removeChild(d)`:                                                  "The page shows",
		`d.dataset.roll = "1/0"`:                                                       "The page shows the dice",
		`document.getElementById("check").dataset.game = "hel-7"`:                      "of another game",
		`delete document.getElementById("check").dataset.head`:                         "does not say what",
		`document.getElementById("check").dataset.entries = "3"`:                       "the page counts 3",
		`document.getElementById("check").dataset.withheld = ""`:                       "nothing in it is private",
		`document.getElementById("check").dataset.dice = "00"`:                         "not those that the page counts",
		`keryxProof.entries.forEach(e => { if (e.kind === "orders") e.open = false })`: "nothing in it is private",
	} {
		if says, bad := check(change); !strings.HasPrefix(says, "Verification failed") || !strings.Contains(bad, want) {
			t.Errorf("%s: %s: %s", change, says, bad)
		}
	}
}

// concluded is what the check comes to.
func concluded(ctx context.Context, t *testing.T) string {
	t.Helper()
	return text(ctx, t, "#check [role=status]")
}
