package readings_test

import (
	"reflect"
	"strings"
	"testing"

	"keryx/adjudicator/readings"
)

const file = `
[[reading]]
id = "storm"
rule = "7"
question = "Does it blow?"
default = "No."
others = ["Yes (option weather, wild)."]
option = "weather"
values = ["fair", "wild"]
[reading.fr]
question = "Vente-t-il ?"
default = "Non."
others = ["Oui."]

[[reading]]
id = "dusk"
rule = "8"
question = "Is it dark?"
default = "Yes."
others = ["No."]
`

// switches are what a game looks at.
type switches struct {
	Wild bool `option:"weather=wild"`
	Dark bool `option:"dusk=dark"`
}

// TestReadings: readings are told in the language that is asked for, and those with an
// option can be chosen otherwise.
func TestReadings(t *testing.T) {
	list := readings.Must(file)
	if en, fr := list.In("en"), list.In("fr"); len(en) != 2 || en[0].Default != "No." || fr[0].Default != "Non." || list.In("de")[0].Default != "No." {
		t.Errorf("told as %v and %v", en, fr)
	}
	options := list.Options("river")
	if len(options) != 1 || options[0].ID != "weather" || options[0].Meaning.Key != "river.option.weather" ||
		!reflect.DeepEqual(options[0].Values, []string{"fair", "wild"}) {
		t.Errorf("the options are %+v", options)
	}
	for value, want := range map[string]bool{"fair": false, "wild": true} {
		var chosen switches
		err := list.Choose(map[string]string{"weather": value}, &chosen)
		if err != nil || chosen != (switches{Wild: want}) {
			t.Errorf("%s weather: %+v, %v", value, chosen, err)
		}
	}
	for _, given := range []map[string]string{{"dusk": "no"}, {"": "x"}, {"weather": "foul"}} {
		if err := list.Choose(given, new(switches)); err == nil {
			t.Errorf("%v is taken", given)
		}
	}
}

// TestUnknownKeys: a key that nothing reads is a fault of the program, named.
func TestUnknownKeys(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "colour") {
			t.Errorf("it says %v", r)
		}
	}()
	readings.Must("[[reading]]\nid = \"x\"\ncolour = \"red\"\n")
}
