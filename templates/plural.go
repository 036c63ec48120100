package templates

import (
	"slices"

	"keryx/adjudicator"
	"keryx/orders/pattern"
)

// argument finds the arguments that a text prints or looks at.
var argument = pattern.New(`\.([A-Z]\w*)`)

// numberOf is the argument whose number a text with plural forms follows: "Count" where one
// of the forms has it, else the only one that they do not all name, since a form for one says
// "one". It is "" if no number tells the forms apart, and "Count" if the forms leave it open:
// then the phrase has to bring it.
func numberOf(t adjudicator.Text) string {
	var forms [][]string
	alike := true
	for _, form := range t.Forms {
		var names []string
		for _, m := range argument.FindAllStringSubmatch(form, -1) {
			names = append(names, m[1])
		}
		forms = append(forms, names)
		alike = alike && form == t.Forms["other"]
	}
	var apart []string
	for _, names := range forms {
		for _, name := range names {
			everywhere := !slices.ContainsFunc(forms, func(other []string) bool { return !slices.Contains(other, name) })
			if name == "Count" {
				return name
			}
			if !everywhere && !slices.Contains(apart, name) {
				apart = append(apart, name)
			}
		}
	}
	switch {
	case alike:
		return ""
	case len(apart) == 1:
		return apart[0]
	}
	return "Count"
}

// followed chooses the number that a text's forms follow, among the whole numbers of a phrase:
// the one that the text is about, or the only one that there is. It is nil where there is
// none.
func followed(number string, numbers map[string]int) any {
	if n, ok := numbers[number]; ok {
		return n
	}
	if len(numbers) == 1 || number == "" {
		for _, name := range sortedKeys(numbers) {
			return numbers[name]
		}
	}
	return nil
}
