// Package source reads what the Go code of a ruleset says: the phrases and the faults that it composes, with their
// arguments, and every string in it. It knows Go's grammar and the names of the kit's functions, and plays nothing.
package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Code is what the Go code of a ruleset says.
type Code struct {
	Phrases  map[string]Use  // by key, as Say has them
	Faults   map[string]Use  // by code
	Literals map[string]bool // every string, and what of it stands behind the first dot
}

// Use is how something is said: with what arguments everywhere, and where first.
type Use struct {
	Where string
	Names []string
	Open  bool // with arguments that the source does not name there
}

// Read reads Go files, and those of folders that are no tests.
func Read(names []string) (*Code, error) {
	src := &Code{Phrases: map[string]Use{}, Faults: map[string]Use{}, Literals: map[string]bool{}}
	for _, name := range names {
		files := []string{name}
		if info, err := os.Stat(name); err != nil {
			return nil, fmt.Errorf("the source that Options.Source names: %w", err)
		} else if info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(name, "*.go")); err != nil {
				return nil, err
			}
			files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		}
		for _, file := range files {
			if err := src.read(file); err != nil {
				return nil, err
			}
		}
	}
	if len(src.Literals) == 0 {
		return nil, fmt.Errorf("no source to look for texts in: name the folder of the ruleset's code in Options.Source")
	}
	return src, nil
}

// read reads one file.
func (src *Code) read(name string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, 0)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		where := func() string {
			at := files.Position(n.Pos())
			return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
		}
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, ok := literal(n); ok {
				src.Literals[text] = true
				src.Literals[Unowned(text)] = true
			}
		case *ast.CompositeLit:
			src.composite(n, where())
		case *ast.CallExpr:
			src.call(n, where())
		}
		return true
	})
	return nil
}

// behind is how many arguments stand before those of a text in the functions that make
// phrases and faults.
var behind = map[string]int{"Say": 1, "IllegalAt": 4, "UnknownAt": 3, "UnreadableAt": 3, "Fault": 3}

// ofKind reports whether an argument is a kind of fault, as a request's has it first: orders.Illegal. Rulesets call other
// functions so.
func ofKind(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := sel.X.(*ast.Ident)
	return ok && of.Name == "orders"
}

// codeAt is which argument of a function is the code of the fault.
func codeAt(name string) int {
	if name == "Fault" {
		return 1
	}
	return 2
}

// call notes what a function is called to say.
func (src *Code) call(n *ast.CallExpr, where string) {
	name := ""
	switch f := n.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	first, ok := behind[name]
	if !ok || len(n.Args) < first || name == "Fault" && !ofKind(n.Args[0]) {
		return
	}
	if name == "Say" {
		if key, ok := literal(n.Args[0]); ok {
			note(src.Phrases, key, n.Args[1:], n.Ellipsis.IsValid(), where)
		}
	} else if code, ok := literal(n.Args[codeAt(name)]); ok {
		note(src.Faults, code, n.Args[first:], n.Ellipsis.IsValid(), where)
	}
}

// composite notes a fault that is written as a literal: orders.Diagnostic{Code: ...}, or
// a ruleset's own type called fault, whose first field is the code and the last one the
// arguments.
func (src *Code) composite(n *ast.CompositeLit, where string) {
	name := ""
	switch f := n.Type.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	var code, args ast.Expr
	switch {
	case name == "Diagnostic":
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				switch fmt.Sprint(kv.Key) {
				case "Code":
					code = kv.Value
				case "Args":
					args = kv.Value
				}
			}
		}
	case name == "fault" && len(n.Elts) > 1:
		code, args = n.Elts[0], n.Elts[len(n.Elts)-1]
	}
	text, ok := literal(code)
	if !ok {
		return
	}
	list, ok := args.(*ast.CompositeLit)
	if !ok {
		list = &ast.CompositeLit{}
	}
	note(src.Faults, text, list.Elts, args != nil && !ok, where)
}

// note enters a use: of several, what all of them supply.
func note(all map[string]Use, key string, args []ast.Expr, open bool, where string) {
	u := Use{Where: where, Open: open}
	for i := 0; i < len(args); i += 2 {
		if name, ok := literal(args[i]); ok {
			u.Names = append(u.Names, name)
		}
	}
	if before, ok := all[key]; ok {
		u.Names = slices.DeleteFunc(u.Names, func(n string) bool { return !before.Open && !slices.Contains(before.Names, n) })
		if open {
			u.Names = before.Names
		}
		u.Open, u.Where = open && before.Open, before.Where
	}
	all[key] = u
}

// Composed reports whether the source can put a key together: of a string that the key
// begins with, and parts that are strings or names.
func (src *Code) Composed(key string, named func(string) bool) bool {
	for i := len(key) - 1; i > 0; i-- {
		if key[i] != '.' && key[i] != '-' || !src.Literals[key[:i+1]] {
			continue
		}
		rest := key[i+1:]
		if named(rest) {
			return true
		}
		parts := strings.FieldsFunc(rest, func(r rune) bool { return r == '.' || r == '-' })
		if !slices.ContainsFunc(parts, func(p string) bool { return !named(p) && !src.Literals["-"+p] && !src.Literals["."+p] }) {
			return true
		}
	}
	return false
}

// Unowned is a key without the owner of its text, which may be a ruleset, its family or
// the kit, wherever the text stands.
func Unowned(key string) string {
	if _, rest, owned := strings.Cut(key, "."); owned {
		return rest
	}
	return key
}

// literal is the value of a string that is written out.
func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
