package templates

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// A list of numbers or words has one line in situation.json, whatever stands in the words, and the
// file says what it said.
func TestListsInRows(t *testing.T) {
	was := map[string]any{"may": []any{[]any{1.0, -2.5, 3.0}, []any{}, []any{7.0}}, "a, [b": []any{"x, [y] {", "\"\\", "é\n]"},
		"units": []any{map[string]any{"at": "A1", "of": []any{1.0, 2.0}}}, "none": nil, "yes": []any{true, nil}}
	data, err := json.MarshalIndent(was, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	rows := listsInRows(data)
	var is map[string]any
	if err := json.Unmarshal(rows, &is); err != nil || !reflect.DeepEqual(is, was) {
		t.Errorf("%v, want %v: %v", is, was, err)
	}
	for _, line := range []string{"    [1, -2.5, 3],\n", `  "a, [b": ["x, [y] {", "\"\\", "é\n]"],` + "\n", `      "of": [1, 2]` + "\n", `"yes": [true, null]`} {
		if !strings.Contains(string(rows), line) {
			t.Errorf("no line %q in\n%s", line, rows)
		}
	}
	if n := strings.Count(string(rows), "\n"); n != 15 {
		t.Errorf("%d lines, want 15:\n%s", n, rows)
	}
}
