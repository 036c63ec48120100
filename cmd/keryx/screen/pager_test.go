package screen

import (
	"bytes"
	"testing"
)

// A pager that is not there loses no text.
func TestPagerThatIsNotThere(t *testing.T) {
	var out bytes.Buffer
	if err := Paged(t.Context(), "/nowhere/pager -x", "a long text\n", &out); err != nil || out.String() != "a long text\n" {
		t.Errorf("shown %q, %v", out.String(), err)
	}
}
