// Command faults plants faults in the rules of a game, one at a time, and says which of them its tests do not notice.
//
//	go run .ci/faults.go [-n 300] [-seed 1] [-skip REGEXP] [-tests REGEXP] [-also REGEXP] [-least PERCENT] FOLDER [TESTED]
//
// A fault is what one wrong key writes: another comparison, a condition turned round, "and" for "or", a number that is one
// more, a sum that is a difference, a statement that is left out. All of them are compiled into one test binary, in which
// a number of the environment says which is in force, so that each costs no more than its tests. The files of the folder
// are not changed. TESTED is the folder of the package whose tests are asked, where that is another one.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// switchboard is the file that is added to the package: it says whether a fault is in force.
const switchboard = `package %s

import "os"

var plantedFault = os.Getenv("KERYX_FAULT")

func planted(fault string) bool { return fault == plantedFault }

func plantedOr[T any](fault string, right, wrong func() T) T {
	if fault == plantedFault {
		return wrong()
	}
	return right()
}
`

// Tests with a fault, of which some go round for ever, may take many times as long as without one: patience times.
const (
	patience = 20
	least    = 15 * time.Second
	slowest  = 3 * time.Minute
)

func main() {
	n := flag.Int("n", 300, "how many faults are planted")
	seed := flag.Uint64("seed", 1, "which ones")
	skip := flag.String("skip", "^$", "files that hold no rules")
	tests := flag.String("tests", `TestCases$|TestRules$/^cases$`, "the tests that should notice")
	also := flag.String("also", "", "tests that are asked about what those did not notice")
	least := flag.Int("least", 0, "how many of a hundred have to be noticed")
	flag.Parse()
	share, err := run(flag.Arg(0), cmp.Or(flag.Arg(1), flag.Arg(0)), *n, *seed, regexp.MustCompile(*skip), *tests, *also)
	if err == nil && share < *least {
		err = fmt.Errorf("%d of a hundred are noticed, and %d should be", share, *least)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plants the faults, and returns how many of a hundred are noticed.
func run(folder, tested string, n int, seed uint64, skip *regexp.Regexp, tests, also string) (share int, err error) {
	p, err := load(folder, skip)
	if err != nil {
		return 0, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(p.faults), func(i, j int) { p.faults[i], p.faults[j] = p.faults[j], p.faults[i] })
	fmt.Printf("%d places, %d faults\n", len(p.faults), min(n, len(p.faults)))
	p.faults = p.faults[:min(n, len(p.faults))]
	slices.SortFunc(p.faults, func(a, b *fault) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to), cmp.Compare(order(a), order(b)))
	})
	for i, f := range p.faults {
		f.number = i + 1
	}
	work, err := os.MkdirTemp("", "keryx-faults")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	binary, err := p.build(work, tested)
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	if noticed(binary, tested, tests, 0, slowest) {
		return 0, errors.New("the tests fail without a fault")
	}
	limit := max(least, min(slowest, patience*time.Since(begun)))
	left, others := 0, 0
	for _, f := range p.faults {
		switch {
		case noticed(binary, tested, tests, f.number, limit):
			continue
		case also != "" && noticed(binary, tested, also, f.number, slowest):
			others++
			fmt.Printf("others  %s\n", p.say(f))
		default:
			left++
			fmt.Printf("nobody  %s\n", p.say(f))
		}
	}
	fmt.Printf("%d faults: %d noticed, %d by other tests only, %d by nobody\n", len(p.faults), len(p.faults)-left-others, others, left)
	return 100 * (len(p.faults) - left) / max(1, len(p.faults)), nil
}

// order puts a condition that is turned round before the faults of the same place, which are written within it.
func order(f *fault) int {
	if f.kind == turned {
		return 0
	}
	return 1
}

// turned is the kind of a condition that is turned round.
const turned = "turned round"

// noticed says whether a test fails with a fault in force; 0 is none.
func noticed(binary, tested, tests string, fault int, limit time.Duration) bool {
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	c := exec.CommandContext(ctx, binary, "-test.run", tests, "-test.failfast")
	c.Dir, c.Env = tested, append(os.Environ(), "KERYX_FAULT="+strconv.Itoa(fault))
	return c.Run() != nil
}

// fault is one place where something can be wrong.
type fault struct {
	number   int
	from, to token.Pos
	kind     string
	wrong    func(p *rules, f *fault) string // what is written in its place
}

// rules are the files of a package with the faults that can be planted in them.
type rules struct {
	set    *token.FileSet
	name   string
	files  map[string][]byte
	faults []*fault
	info   *types.Info
}

// load reads the package of a folder with its types.
func load(folder string, skip *regexp.Regexp) (*rules, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,DepOnly", ".")
	list.Dir, list.Stderr = folder, os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("reading what is imported: %w", err)
	}
	type listed struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
		DepOnly                 bool
	}
	var own listed
	exports := map[string]string{}
	for in := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l listed
		if err := in.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			own = l
		}
	}
	p := &rules{set: token.NewFileSet(), files: map[string][]byte{}, info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
	var parsed []*ast.File
	for _, name := range own.GoFiles {
		name = filepath.Join(own.Dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(p.set, name, text, 0)
		if err != nil {
			return nil, err
		}
		p.name, p.files[name] = f.Name.Name, text
		parsed = append(parsed, f)
	}
	look := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(p.set, "gc", look)}
	if _, err := config.Check(own.ImportPath, p.set, parsed, p.info); err != nil {
		return nil, err
	}
	for _, f := range parsed {
		if !skip.MatchString(filepath.Base(p.set.Position(f.Pos()).Filename)) {
			p.find(f)
		}
	}
	return p, nil
}

// find lists the places of a file.
func (p *rules) find(file *ast.File) {
	var above []ast.Node
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil {
			above = above[:len(above)-1]
			return true
		}
		var parent ast.Node
		if len(above) > 0 {
			parent = above[len(above)-1]
		}
		above = append(above, node)
		switch node := node.(type) {
		case *ast.GenDecl:
			if node.Tok == token.CONST || node.Tok == token.TYPE {
				above = above[:len(above)-1]
				return false
			}
		case *ast.BinaryExpr:
			p.operator(node)
		case *ast.BasicLit:
			p.number(node, parent)
		case *ast.IfStmt:
			p.add(node.Cond, turned, func(p *rules, f *fault) string {
				is := p.text(f.from, f.to, f)
				return p.choose(f, "bool", is, "!("+is+")")
			})
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.AssignStmt:
			p.statement(node.(ast.Stmt), parent)
		}
		return true
	})
}

// wrongly tells what is written for an operator.
var wrongly = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD,
}

func (p *rules) operator(e *ast.BinaryExpr) {
	wrong, known := wrongly[e.Op]
	kind := p.kind(e)
	if !known || kind == "" {
		return
	}
	p.add(e, e.Op.String()+" is "+wrong.String(), func(p *rules, f *fault) string {
		left, right := p.text(e.X.Pos(), e.X.End(), f), p.text(e.Y.Pos(), e.Y.End(), f)
		return p.choose(f, kind, left+" "+e.Op.String()+" "+right, left+" "+wrong.String()+" "+right)
	})
}

// kind is the type of an expression whose value is not fixed: bool, int, or nothing.
func (p *rules) kind(e ast.Expr) string {
	t := p.info.Types[e]
	switch {
	case t.Type == nil || t.Value != nil:
		return ""
	case t.Type == types.Typ[types.Bool] || t.Type == types.Typ[types.UntypedBool]:
		return "bool"
	case t.Type == types.Typ[types.Int]:
		return "int"
	}
	return ""
}

func (p *rules) number(l *ast.BasicLit, parent ast.Node) {
	switch parent := parent.(type) {
	case *ast.ArrayType, *ast.CaseClause:
		return
	case *ast.KeyValueExpr:
		if parent.Key == l {
			return
		}
	case *ast.BinaryExpr:
		if p.info.Types[parent].Value != nil {
			return
		}
	}
	if l.Kind != token.INT || p.info.Types[l].Type != types.Typ[types.Int] {
		return
	}
	p.add(l, "one more", func(p *rules, f *fault) string { return p.choose(f, "int", l.Value, l.Value+"+1") })
}

func (p *rules) statement(s ast.Stmt, parent ast.Node) {
	switch parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause:
	default:
		return
	}
	if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		return
	}
	p.add(s, "left out", func(p *rules, f *fault) string {
		return fmt.Sprintf("if !planted(%q) { %s }", strconv.Itoa(f.number), p.text(f.from, f.to, f))
	})
}

func (p *rules) add(at ast.Node, kind string, wrong func(*rules, *fault) string) {
	p.faults = append(p.faults, &fault{from: at.Pos(), to: at.End(), kind: kind, wrong: wrong})
}

// choose writes a call that takes the wrong one of two expressions while a fault is in force.
func (p *rules) choose(f *fault, kind, right, wrong string) string {
	return fmt.Sprintf("plantedOr(%q, func() %s { return %s }, func() %s { return %s })", strconv.Itoa(f.number), kind, right, kind, wrong)
}

// text is what stands between two places of a file, with the faults planted that lie in it; within is one that is being written.
func (p *rules) text(from, to token.Pos, within *fault) string {
	file := p.set.File(from)
	text := p.files[file.Name()]
	var b strings.Builder
	at := from
	for _, f := range p.faults {
		inner := within == nil || f.number > within.number && f != within
		if f.from < at || f.to > to || !inner {
			continue
		}
		b.Write(text[file.Offset(at):file.Offset(f.from)])
		b.WriteString(f.wrong(p, f))
		at = f.to
	}
	b.Write(text[file.Offset(at):file.Offset(to)])
	return b.String()
}

// build compiles the tests of the package with all its faults.
func (p *rules) build(work, tested string) (string, error) {
	replace := map[string]string{}
	var dir string
	for name := range p.files {
		dir = filepath.Dir(name)
		p.set.Iterate(func(f *token.File) bool {
			if f.Name() != name {
				return true
			}
			replace[name] = filepath.Join(work, filepath.Base(name))
			return false
		})
	}
	for name, into := range replace {
		var text string
		p.set.Iterate(func(f *token.File) bool {
			if f.Name() == name {
				text = p.text(f.Pos(0), f.Pos(f.Size()), nil)
			}
			return f.Name() != name
		})
		if err := os.WriteFile(into, []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	board := filepath.Join(work, "planted.go")
	if err := os.WriteFile(board, fmt.Appendf(nil, switchboard, p.name), 0o600); err != nil {
		return "", err
	}
	replace[filepath.Join(dir, "planted.go")] = board
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(work, "overlay.json"), overlay, 0o600); err != nil {
		return "", err
	}
	binary := filepath.Join(work, "planted.test")
	c := exec.Command("go", "test", "-vet=off", "-c", "-overlay", filepath.Join(work, "overlay.json"), "-o", binary, ".")
	c.Dir, c.Stderr, c.Stdout = tested, os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("compiling the faults: %w", err)
	}
	return binary, nil
}

func (p *rules) say(f *fault) string {
	at := p.set.Position(f.from)
	text := string(p.files[at.Filename][at.Offset : at.Offset+int(f.to-f.from)])
	line, _, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%s:%d  %s: %s", filepath.Base(at.Filename), at.Line, f.kind, line)
}
