package bey_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	family = "keryx/adjudicator/bey"
	kit    = "keryx/"
)

// games are the rulesets of the family.
var games = []string{"keryx/adjudicator/amphipolis", "keryx/adjudicator/hellespont"}

// allowed are the things that one game uses alone, and why they are the family's all the same.
var allowed = map[string]string{
	"bot.Planner.Winning":     "it fills what the planner itself remembers of the combats of a position, and only one game's points hang on who is left in a zone",
	"bot.Planner.Shared":      "it remembers a sum within an appraisal, and only one game weighs the same zones for both sides",
	"chit.Rules.Changed":      "what follows from a change on the map follows at once, in the midst of what the family plays",
	"march.Marches.ComeShort": "groups that come in part are drawn in one game; what is told of them, TellShort, is of both",
	"order.Consents":          "the family's own tests of harm read which words consent, and no game needs the list",
	"saved.LossesOf":          "the field counts losses in every game; that of which the points hang on the map alone stores none",
	"saved.Losses.Restore":    "as saved.LossesOf",
	"saved.Units":             "it reads what saved.UnitIDs writes, which is of both",
}

// TestNoHookOfOneGame: what the family offers is what its games have in common. Nothing that
// it declares is of use to one game alone, and nothing that it asks of a ruleset is answered
// by one alone while the others say nothing.
func TestNoHookOfOneGame(t *testing.T) {
	code, err := readCode()
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games {
		if n := len(code.usedBy(game, nil)); n < 500 {
			t.Fatalf("%s uses only %d things of its family", game, n)
		}
	}
	all := code.ofOne(nil)
	for name := range allowed {
		if !slices.ContainsFunc(all, func(f string) bool { return strings.HasPrefix(f, name+":") }) {
			t.Errorf("%s need not be allowed any more", name)
		}
	}
	for _, f := range code.ofOne(allowed) {
		if name, _, _ := strings.Cut(f, ":"); allowed[name] == "" {
			t.Error(f)
		}
	}
}

// ofOne lists what the family has for one game or for none, as if all games used what is
// allowed.
func (c *code) ofOne(allowed map[string]string) (found []string) {
	used := map[string]map[types.Object]bool{}
	for _, game := range games {
		used[game] = c.usedBy(game, allowed)
	}
	for _, o := range c.family() {
		var by []string
		for _, game := range games {
			if used[game][o] {
				by = append(by, filepath.Base(game))
			}
		}
		if len(by) == 1 {
			found = append(found, fmt.Sprintf("%s: only %s uses it", c.name(o), by[0]))
		} else if len(by) == 0 {
			found = append(found, fmt.Sprintf("%s: no game uses it", c.name(o)))
		}
	}
	return append(found, c.silent(used)...)
}

// code is the source of the games and all that they are made of.
type code struct {
	files    *token.FileSet
	packages map[string]*types.Package
	info     *types.Info
	trees    map[string][]*ast.File
	uses     map[types.Object][]types.Object // by what is declared, in its declaration
	bodies   map[types.Object]*ast.FuncDecl
}

// readCode type-checks the games and what they import of this module.
func readCode() (*code, error) {
	out, err := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles"}, games...)...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, err
	}
	c := &code{files: token.NewFileSet(), packages: map[string]*types.Package{}, trees: map[string][]*ast.File{},
		uses: map[types.Object][]types.Object{}, bodies: map[types.Object]*ast.FuncDecl{},
		info: &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Types: map[ast.Expr]types.TypeAndValue{}}}
	exports := map[string]string{}
	compiled := importer.ForCompiler(c.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	importing := importerFunc(func(path string) (*types.Package, error) {
		if p := c.packages[path]; p != nil {
			return p, nil
		}
		return compiled.Import(path)
	})
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export, Dir string
			GoFiles                 []string
		}
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			return c, nil
		} else if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(p.ImportPath, kit) {
			exports[p.ImportPath] = p.Export
			continue
		}
		for _, name := range p.GoFiles {
			tree, err := parser.ParseFile(c.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			c.trees[p.ImportPath] = append(c.trees[p.ImportPath], tree)
		}
		checking := types.Config{Importer: importing}
		if c.packages[p.ImportPath], err = checking.Check(p.ImportPath, c.files, c.trees[p.ImportPath], c.info); err != nil {
			return nil, err
		}
		for _, tree := range c.trees[p.ImportPath] {
			c.declare(tree)
		}
	}
}

// importerFunc is an importer that is a function.
type importerFunc func(string) (*types.Package, error)

// Import implements [types.Importer].
func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// declare notes what each declaration of a file uses.
func (c *code) declare(tree *ast.File) {
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			o := c.info.Defs[d.Name]
			c.bodies[o] = d
			c.note(d, o)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					c.note(s, c.info.Defs[s.Name])
				case *ast.ValueSpec:
					for _, name := range s.Names {
						c.note(s, c.info.Defs[name])
					}
				}
			}
		}
	}
}

// note notes what stands within a declaration.
func (c *code) note(n ast.Node, o types.Object) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if used := c.info.Uses[id]; used != nil && used.Pkg() != nil {
				c.uses[o] = append(c.uses[o], origin(used))
			}
		}
		return true
	})
}

// origin is what is declared, of what may be an instance of it.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// family returns what the family declares: types, functions, methods, constants, variables.
func (c *code) family() []types.Object {
	var list []types.Object
	for _, path := range slices.Sorted(maps.Keys(c.packages)) {
		if !strings.HasPrefix(path, family) {
			continue
		}
		for o := range c.uses {
			if o.Pkg() == c.packages[path] && o.Name() != "_" {
				list = append(list, o)
			}
		}
		for _, name := range c.packages[path].Scope().Names() {
			if o := c.packages[path].Scope().Lookup(name); c.uses[o] == nil {
				list = append(list, o)
			}
		}
	}
	slices.SortFunc(list, func(a, b types.Object) int { return strings.Compare(c.name(a), c.name(b)) })
	return list
}

// usedBy follows from all that a game declares to what it uses, and what that uses in turn.
// A method of an interface leads to those of all types in reach.
func (c *code) usedBy(game string, allowed map[string]string) map[types.Object]bool {
	used := map[types.Object]bool{}
	var todo []types.Object
	reach := func(o types.Object) {
		if !used[o] {
			used[o] = true
			todo = append(todo, o)
		}
	}
	for o := range c.uses {
		if strings.HasPrefix(o.Pkg().Path(), game) || allowed[c.name(o)] != "" {
			reach(o)
		}
	}
	for {
		for len(todo) > 0 {
			o := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, u := range c.uses[o] {
				reach(u)
			}
		}
		before := len(used)
		for _, m := range c.answers(used) {
			reach(m)
		}
		if len(used) == before {
			return used
		}
	}
}

// answers returns the methods by which the named types among some things answer what is
// asked of them: by the interfaces among them, by those of the kit and the standard
// library's.
func (c *code) answers(used map[types.Object]bool) []types.Object {
	asked := map[string]bool{"String": true, "Error": true, "Is": true, "As": true, "Unwrap": true, "Len": true, "Less": true, "Swap": true,
		"Open": true, "MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true, "UnmarshalText": true}
	for o := range c.bodiless() {
		if used[o] || !strings.HasPrefix(o.Pkg().Path(), family) {
			asked[o.Name()] = true
		}
	}
	var found []types.Object
	for o := range used {
		name, ok := o.(*types.TypeName)
		if !ok || types.IsInterface(name.Type()) || !strings.HasPrefix(name.Pkg().Path(), kit) {
			continue
		}
		all := types.NewMethodSet(types.NewPointer(name.Type()))
		for i := range all.Len() {
			if m := all.At(i).Obj(); asked[m.Name()] {
				found = append(found, origin(m))
			}
		}
	}
	return found
}

// bodiless returns the methods of all interfaces of this module.
func (c *code) bodiless() iter.Seq[types.Object] {
	return func(yield func(types.Object) bool) {
		for _, o := range c.info.Defs {
			if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type()) && !yield(f) {
				return
			}
		}
	}
}

// silent returns the methods that the family asks of its games and only one answers: that
// of each other does nothing or returns nothing.
func (c *code) silent(used map[string]map[types.Object]bool) []string {
	var found []string
	for _, o := range c.family() {
		name, ok := o.(*types.TypeName)
		if !ok || !types.IsInterface(name.Type()) || name.Type().(*types.Named).TypeParams().Len() > 0 {
			continue
		}
		asked := name.Type().Underlying().(*types.Interface)
		for i := range asked.NumExplicitMethods() {
			m := asked.ExplicitMethod(i)
			var say []string
			for _, game := range games {
				if c.speaks(used[game], asked, m) {
					say = append(say, filepath.Base(game))
				}
			}
			if len(say) == 1 {
				found = append(found, fmt.Sprintf("%s.%s: only %s answers it", c.name(o), m.Name(), say[0]))
			}
		}
	}
	return found
}

// speaks reports whether a type that a game uses says or does anything in a method of an
// interface.
func (c *code) speaks(used map[types.Object]bool, asked *types.Interface, m *types.Func) bool {
	for o := range used {
		name, ok := o.(*types.TypeName)
		if !ok || types.IsInterface(name.Type()) || !types.Implements(types.NewPointer(name.Type()), asked) {
			continue
		}
		own, _, _ := types.LookupFieldOrMethod(types.NewPointer(name.Type()), true, m.Pkg(), m.Name())
		if d := c.bodies[origin(own)]; d != nil && !empty(d.Body) {
			return true
		}
	}
	return false
}

// empty reports whether a body does nothing but return nothing: nil, zero, false, "".
func empty(body *ast.BlockStmt) bool {
	for _, s := range body.List {
		r, ok := s.(*ast.ReturnStmt)
		if !ok {
			return false
		}
		for _, x := range r.Results {
			switch x := x.(type) {
			case *ast.Ident:
				if x.Name != "nil" && x.Name != "false" {
					return false
				}
			case *ast.BasicLit:
				if x.Value != "0" && x.Value != `""` {
					return false
				}
			case *ast.CompositeLit:
				if len(x.Elts) > 0 {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// name tells where something is and what it is called.
func (c *code) name(o types.Object) string {
	path := strings.TrimPrefix(strings.TrimPrefix(o.Pkg().Path(), family), "/")
	if f, ok := o.(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil {
			of := r.Type()
			if p, ok := of.(*types.Pointer); ok {
				of = p.Elem()
			}
			if n, ok := of.(*types.Named); ok {
				return path + "." + n.Obj().Name() + "." + o.Name()
			}
		}
	}
	return path + "." + o.Name()
}
