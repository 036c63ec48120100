package ruletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// apart shows two texts where they begin to differ, and names the place if they are JSON.
func apart(a, b string) string {
	const around, behind = 80, 200
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string {
		from, to := max(0, i-around), min(len(s), i+behind)
		s = strings.ToValidUTF8(s[min(from, len(s)):to], "")
		if from > 0 {
			s = "..." + s
		}
		if i+behind < len(s) {
			s += "..."
		}
		return s
	}
	shown := "  " + cut(a) + "\n  " + cut(b)
	if place := differing(a, b); place != "" {
		return "  " + place + "\n" + shown
	}
	return shown
}

// differing names the first place at which two values in JSON differ, and what stands
// there: "Cards.Hand[1] is 5 here, and 9 there". It is empty if they are no JSON, or alike.
func differing(a, b string) string {
	x, first := decoded(a)
	y, second := decoded(b)
	if !first || !second {
		return ""
	}
	path, x, y := diverge("", x, y)
	if reflect.DeepEqual(x, y) {
		return ""
	}
	if path == "" {
		path = "all of it"
	}
	return fmt.Sprintf("%s is %s here, and %s there", path, encoded(x), encoded(y))
}

func decoded(text string) (v any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber() // a set of bits may not fit a float
	if err := d.Decode(&v); err != nil {
		return nil, false
	}
	return v, !d.More()
}

// diverge goes down into two values as long as there is one place where they differ.
func diverge(path string, x, y any) (place string, a, b any) {
	switch x := x.(type) {
	case map[string]any:
		y, ok := y.(map[string]any)
		if !ok {
			break
		}
		both := map[string]bool{}
		for key := range x {
			both[key] = true
		}
		for key := range y {
			both[key] = true
		}
		for _, key := range slices.Sorted(maps.Keys(both)) {
			if !reflect.DeepEqual(x[key], y[key]) {
				return diverge(strings.TrimPrefix(path+"."+key, "."), x[key], y[key])
			}
		}
	case []any:
		y, ok := y.([]any)
		if !ok || len(x) != len(y) {
			break
		}
		for i := range x {
			if !reflect.DeepEqual(x[i], y[i]) {
				return diverge(fmt.Sprintf("%s[%d]", path, i), x[i], y[i])
			}
		}
	}
	return path, x, y
}

// encoded is a value as a message shows it.
func encoded(v any) string {
	const longest = 60
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	text := strings.TrimSpace(b.String())
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "..."
	}
	return text
}
