package settings

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"keryx/orders/pattern"
)

// A settingError reports a setting that will not do.
type settingError struct {
	file string
	line int    // on which it stands, or its table begins; 0: it stands nowhere
	key  string // with its table, such as "imap.tls"
	says string // what was found there, and what is allowed
}

// Error says where the setting is, what was found, and what is allowed.
func (e *settingError) Error() string {
	at := e.file
	if e.line > 0 {
		at = fmt.Sprintf("%s, line %d", e.file, e.line)
	}
	return fmt.Sprintf("%s: the setting %q %s", at, e.key, e.says)
}

// wrongSetting says what is wrong with a setting; loadConfig adds where it stands.
func wrongSetting(key, format string, args ...any) error {
	return &settingError{key: key, says: fmt.Sprintf(format, args...)}
}

// wrongIn says what is wrong with a setting of a file that can be read, as far as another thing tells.
func wrongIn(path, key, format string, args ...any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		text = nil // then the line is not named
	}
	return placed(wrongSetting(key, format, args...), path, string(text))
}

// placed adds the file and the line to what is said of a setting.
func placed(err error, path, text string) error {
	var wrong *settingError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &wrong):
		return fmt.Errorf("%s: %w", path, err)
	}
	wrong.file, wrong.line = path, lineOf(text, strings.Split(wrong.key, "."))
	return wrong
}

// decodeConfig reads the text of a configuration. What is no TOML is shown with its place; a value
// that its setting cannot have is a *settingError.
func decodeConfig(path, text string, c *Config) error {
	var parse toml.ParseError
	values := map[string]any{}
	if _, err := toml.Decode(text, &values); errors.As(err, &parse) {
		return fmt.Errorf("%s: %s", path, parse.ErrorWithPosition())
	}
	meta, err := toml.Decode(text, c)
	if errors.As(err, &parse) { // the text is TOML: a value did not suit its setting
		return &settingError{path, parse.Position.Line, parse.LastKey, "will not do: " + parse.Message}
	}
	if err != nil {
		return placed(otherKind(err, values), path, text)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return fmt.Errorf("%s, line %d: unknown setting %q", path, lineOf(text, unknown[0]), unknown[0])
	}
	return nil
}

// mismatch is how the library tells of a value that is of another kind than its setting.
var mismatch = pattern.New(`\(last key "(.+?)"\): .*(?:destination has type (.+)|expected (table) but found)`)

// kinds are the kinds of values that settings have, by the words of the library.
var kinds = map[string]string{"string": "a text in quotation marks", "primitive (string-like)": "a text in quotation marks",
	"integer": "a whole number without quotation marks", "boolean": "true or false", "slice": "a list in square brackets", "table": "a table"}

// otherKind puts into our own words what the library tells of a value of the wrong kind.
func otherKind(told error, values map[string]any) error {
	m := mismatch.FindStringSubmatch(told.Error())
	if m == nil {
		return told
	}
	var found any = values
	for _, part := range strings.Split(m[1], ".") {
		table, _ := found.(map[string]any)
		found = table[part]
	}
	is := fmt.Sprint(found)
	switch value := found.(type) {
	case int64, float64, bool:
		if strings.HasSuffix(m[1], "password") { // digits, most likely, and not for the screen
			is = "no text"
		}
	case string:
		is = strconv.Quote(value)
	case map[string]any, []map[string]any:
		is = "a table"
	}
	want := cmp.Or(m[2], m[3])
	return wrongSetting(m[1], "is %s, want %s", is, cmp.Or(kinds[want], want))
}

// lineOf finds the line on which a key is set: in its table, with dots, or in an inline
// table, whose own line it then is.
func lineOf(text string, key toml.Key) int {
	for n := len(key); n > 0; n-- {
		table := ""
		for i, line := range strings.Split(text, "\n") {
			line = strings.TrimSpace(line)
			name, _, set := strings.Cut(line, "=")
			if header, ok := strings.CutPrefix(line, "["); ok {
				header, _, _ = strings.Cut(strings.TrimPrefix(header, "["), "]")
				table, name, set = bareKey(header), "", true
			}
			if set && strings.EqualFold(strings.Trim(table+"."+bareKey(name), "."), strings.Join(key[:n], ".")) {
				return i + 1
			}
		}
	}
	return 0
}

// bareKey writes a dotted key without the blanks and quotation marks that it may have.
func bareKey(key string) string {
	parts := strings.Split(key, ".")
	for i, part := range parts {
		parts[i] = strings.Trim(strings.TrimSpace(part), `"'`)
	}
	return strings.Join(parts, ".")
}
