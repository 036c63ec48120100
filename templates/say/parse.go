package say

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrText matches the errors of [Parse].
var ErrText = errors.New("the text cannot be read")

// Parse compiles a text. The error says what in it is not of the language, or which function
// there is not.
func Parse(src string, funcs Funcs) (*Message, error) {
	p := &parser{src: src, funcs: funcs}
	parts, end, err := p.body()
	if err == nil && end != "" {
		err = fmt.Errorf("{{%s}} without an if", end)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrText, err)
	}
	return &Message{parts}, nil
}

// parser reads a text from its beginning to its end.
type parser struct {
	src   string
	funcs Funcs
	trim  bool // the action before wants no blanks behind it
}

// body reads parts up to an action that ends them, "end" or "else ...", which it returns.
func (p *parser) body() (parts []part, end string, err error) {
	for {
		text, action, found, err := p.next()
		if err != nil {
			return nil, "", err
		}
		if text != "" {
			parts = append(parts, literal(text))
		}
		if !found {
			return parts, "", nil
		}
		word, rest := cutWord(action)
		switch {
		case strings.HasPrefix(action, "/*"):
			if !strings.HasSuffix(action, "*/") {
				return nil, "", errors.New("a comment that does not end")
			}
		case word == "end" || word == "else":
			return parts, action, nil
		case word == "if":
			c, err := p.choice(rest)
			if err != nil {
				return nil, "", err
			}
			parts = append(parts, c)
		default:
			e, err := p.expression(action)
			if err != nil {
				return nil, "", err
			}
			parts = append(parts, value{e})
		}
	}
}

// choice reads what stands behind an if, up to its end.
func (p *parser) choice(condition string) (c choice, err error) {
	for {
		var x branch
		if condition != "" {
			if x.when, err = p.expression(condition); err != nil {
				return nil, err
			}
		} else if len(c) == 0 {
			return nil, errors.New("an if without a condition")
		}
		var end string
		if x.then, end, err = p.body(); err != nil {
			return nil, err
		}
		c = append(c, x)
		word, rest := cutWord(end)
		switch {
		case end == "":
			return nil, errors.New("an if without its end")
		case word == "end" && rest == "":
			return c, nil
		case word == "end" || x.when == nil:
			return nil, fmt.Errorf("{{%s}} behind an else", end)
		}
		if condition = ""; rest != "" {
			var is string
			if is, condition = cutWord(rest); is != "if" {
				return nil, fmt.Errorf("{{%s}} is not known", end)
			}
			if condition == "" {
				return nil, errors.New("an if without a condition")
			}
		}
	}
}

// next cuts off the text up to the next action, and the action without its braces.
func (p *parser) next() (text, action string, found bool, err error) {
	before, rest, found := strings.Cut(p.src, "{{")
	text = before
	if p.trim {
		text = strings.TrimLeft(text, " \t\r\n")
	}
	if p.trim = false; !found {
		p.src = ""
		return text, "", false, nil
	}
	end := closing(rest)
	if end < 0 {
		return "", "", false, errors.New("{{ without }}")
	}
	action, p.src = rest[:end], rest[end+2:]
	if len(action) > 1 && action[0] == '-' && blank(action[1]) {
		action, text = action[1:], strings.TrimRight(text, " \t\r\n")
	}
	if n := len(action); n > 1 && action[n-1] == '-' && blank(action[n-2]) {
		action, p.trim = action[:n-1], true
	}
	action = strings.TrimSpace(action)
	if action == "" {
		return "", "", false, errors.New("{{}} is empty")
	}
	return text, action, true, nil
}

func blank(b byte) bool { return strings.IndexByte(" \t\r\n", b) >= 0 }

// closing is where the braces of an action close, outside its texts; -1 for nowhere.
func closing(s string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "}}"):
			return i
		case s[i] == '`' || s[i] == '"':
			n := quotedEnd(s[i:])
			if n < 0 {
				return -1
			}
			i += n - 1
		}
	}
	return -1
}

// quotedEnd is the length of the text in quotation marks that s begins with; -1 if it does not
// end.
func quotedEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return -1
}

func cutWord(s string) (word, rest string) {
	word, rest, _ = strings.Cut(s, " ")
	return word, strings.TrimSpace(rest)
}

// expression reads all of an action.
func (p *parser) expression(s string) (expr, error) {
	r := &reader{rest: s, funcs: p.funcs}
	e, err := r.pipe()
	if r.blanks(); err == nil && r.rest != "" {
		err = fmt.Errorf("%q is not understood in {{%s}}", r.rest, s)
	}
	return e, err
}

// reader reads an expression.
type reader struct {
	rest  string
	funcs Funcs
}

func (r *reader) blanks() { r.rest = strings.TrimLeft(r.rest, " \t\r\n") }

// pipe reads commands, each of which is given what the one before has made.
func (r *reader) pipe() (expr, error) {
	e, err := r.command(nil)
	for err == nil {
		r.blanks()
		rest, more := strings.CutPrefix(r.rest, "|")
		if !more {
			return e, nil
		}
		r.rest = rest
		e, err = r.command(e)
	}
	return nil, err
}

// command reads an operand, or a function with its operands; the piped one comes behind them.
func (r *reader) command(piped expr) (expr, error) {
	r.blanks()
	name := r.name()
	if name == "" || name == "true" || name == "false" {
		if piped != nil {
			return nil, fmt.Errorf("no function stands behind | in %q", r.rest)
		}
		if name != "" {
			return constant{name == "true"}, nil
		}
		e, ok, err := r.operand()
		if err == nil && !ok {
			err = fmt.Errorf("%q is not understood", r.rest)
		}
		return e, err
	}
	do, known := r.funcs[name]
	if !known {
		if do, known = builtin[name]; !known {
			return nil, fmt.Errorf("there is no function %s", name)
		}
	}
	c := call{name: name, do: do}
	for {
		e, ok, err := r.operand()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		c.args = append(c.args, e)
	}
	if piped != nil {
		c.args = append(c.args, piped)
	}
	if len(c.args) < max(1, least[name]) {
		return nil, fmt.Errorf("%s wants more arguments", name)
	}
	return c, nil
}

// name cuts off a word that is no field.
func (r *reader) name() string {
	n := 0
	for n < len(r.rest) {
		c, size := utf8.DecodeRuneInString(r.rest[n:])
		if c != '_' && !unicode.IsLetter(c) && (n == 0 || !unicode.IsDigit(c)) {
			break
		}
		n += size
	}
	word := r.rest[:n]
	r.rest = r.rest[n:]
	return word
}

// operand reads a field, a text, a number, or what stands in parentheses; false if none
// follows.
func (r *reader) operand() (e expr, ok bool, err error) {
	if r.blanks(); r.rest == "" {
		return nil, false, nil
	}
	switch c := r.rest[0]; {
	case c == '.':
		r.rest = r.rest[1:]
		name := r.name()
		if name == "" {
			return nil, false, errors.New("a point without the name of a field")
		}
		return r.saying(field(name))
	case c == '"' || c == '`':
		n := quotedEnd(r.rest)
		if n < 0 {
			return nil, false, errors.New("a text that does not end")
		}
		text, err := strconv.Unquote(r.rest[:n])
		r.rest = r.rest[n:]
		return constant{text}, err == nil, err
	case c == '-' || c >= '0' && c <= '9':
		n := 1
		for n < len(r.rest) && r.rest[n] >= '0' && r.rest[n] <= '9' {
			n++
		}
		v, err := strconv.Atoi(r.rest[:n])
		r.rest = r.rest[n:]
		return constant{v}, err == nil, err
	case c == '(':
		r.rest = r.rest[1:]
		if e, err = r.pipe(); err != nil {
			return nil, false, err
		}
		r.blanks()
		rest, closed := strings.CutPrefix(r.rest, ")")
		if !closed {
			return nil, false, errors.New("( without )")
		}
		r.rest = rest
		return e, true, nil
	}
	return nil, false, nil
}

// saying reads .Say and its key behind a field, if they stand there.
func (r *reader) saying(f field) (e expr, ok bool, err error) {
	rest, more := strings.CutPrefix(r.rest, ".")
	if !more {
		return f, true, nil
	}
	r.rest = rest
	if name := r.name(); name != "Say" {
		return nil, false, fmt.Errorf("%s has no %s", f, name)
	}
	key, ok, err := r.operand()
	if err == nil && !ok {
		err = errors.New("Say wants a key")
	}
	return said{f, key}, ok, err
}
