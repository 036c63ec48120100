package templates

import (
	"fmt"
	"slices"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"keryx/adjudicator"
	"keryx/templates/say"
)

// message is a text of a catalogue. It is compiled when it is said first.
type message struct {
	adjudicator.Text
	lang language.Tag

	once   sync.Once
	parsed map[string]*say.Message // by plural form
	number string                  // of several forms: the argument that they follow
	err    error
}

// parse compiles the text, and tells what is wrong with how it is written.
func (m *message) parse() error {
	m.once.Do(func() {
		m.parsed = make(map[string]*say.Message, len(m.Forms))
		for form, src := range m.Forms {
			compiled, err := say.Parse(src, textFuncs)
			if err != nil {
				m.err = fmt.Errorf("%s: %w", m.Key, err)
				return
			}
			m.parsed[form] = compiled
		}
		if len(m.Forms) > 1 {
			m.number = numberOf(m.Text)
		}
	})
	return m.err
}

// tells reports whether a form looks at its number. In some languages none goes with the form for
// one, which may say "one" in a word.
func (m *message) tells(form string, numbers map[string]int) bool {
	return slices.ContainsFunc(argument.FindAllStringSubmatch(m.Forms[form], -1), func(found []string) bool {
		_, is := numbers[found[1]]
		return is && (found[1] == m.number || len(numbers) == 1)
	})
}

// say fills the text in, in the form for the number that it follows.
func (m *message) say(data say.Data, numbers map[string]int) (string, error) {
	if err := m.parse(); err != nil {
		return "", err
	}
	form := m.parsed["other"]
	if len(m.parsed) > 1 {
		if n, ok := followed(m.number, numbers).(int); ok {
			name := formOf(m.lang, n)
			if other := m.parsed[name]; other != nil && (n != 0 || m.tells(name, numbers)) {
				form = other
			}
		}
	}
	if m.Forms["other"] == "" {
		return "", fmt.Errorf("%w: %q is empty", ErrCatalog, m.Key)
	}
	return form.Say(data)
}

// formOf is the name of the plural form of a number in a language.
func formOf(lang language.Tag, n int) string {
	if n < 0 {
		n = -n
	}
	switch plural.Cardinal.MatchPlural(lang, n, 0, 0, 0, 0) {
	case plural.Zero:
		return "zero"
	case plural.One:
		return "one"
	case plural.Two:
		return "two"
	case plural.Few:
		return "few"
	case plural.Many:
		return "many"
	}
	return "other"
}
