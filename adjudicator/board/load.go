package board

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
)

// Load reads the map file name of fsys. Every fault of the file is a
// [*LoadError] that names the file and the key: names that do not exist, zones,
// edges or terrains given twice, edges that no movement could cross, data
// without a source.
func Load(fsys fs.FS, name string) (*Map, error) {
	var file mapFile
	if err := ReadTOML(fsys, name, &file); err != nil {
		return nil, err
	}
	l := loader{file: name, m: &Map{
		id:    file.ID,
		sides: file.Sides,
		byID:  make(map[string]Zone, len(file.Zone)),
		tags:  make(map[string]Set),
	}}
	l.header(&file)
	l.terrains(file.Terrain)
	l.zones(file.Zone)
	if l.err == nil {
		l.addEdges(file.Edge)
	}
	if l.err == nil {
		l.stacking(file.Stacking)
	}
	if l.err != nil {
		return nil, l.err
	}
	l.m.index()
	return l.m, nil
}

// loader carries the first fault through the steps of Load.
type loader struct {
	file        string
	m           *Map
	terrainKind []Kind
	err         error
}

func (l *loader) fail(key string, err error, detail string) {
	if l.err == nil {
		l.err = &LoadError{File: l.file, Key: key, Err: err, Detail: detail}
	}
}

// source refuses a datum that does not say where it comes from.
func (l *loader) source(key string, s Source) {
	if !s.Valid() {
		l.fail(key, ErrSource, strconv.Quote(string(s))+`, want "rule ...", "printed ...", "published ..." or "reconstruction"`)
	}
}

func (l *loader) header(file *mapFile) {
	if file.ID == "" {
		l.fail("id", ErrMissing, "")
	}
	if len(file.Sides) == 0 {
		l.fail("sides", ErrMissing, "")
	}
	for i, s := range file.Sides {
		if slices.Contains(file.Sides[:i], s) {
			l.fail("sides", ErrDuplicate, s)
		}
	}
	l.m.open = make([]Set, len(file.Sides))
}

func (l *loader) kind(key, id string) Kind {
	k := slices.Index(kindIDs[:], id)
	if k < 0 {
		l.fail(key, ErrUnknown, strconv.Quote(id))
		return 0
	}
	return Kind(k)
}

// terrains registers the terrains of the file after one nameless terrain per
// kind, for zones that have no terrain beyond their kind.
func (l *loader) terrains(entries []terrainEntry) {
	for k, id := range kindIDs {
		l.m.terrains = append(l.m.terrains, id)
		l.terrainKind = append(l.terrainKind, Kind(k))
	}
	for _, e := range entries {
		key := "terrain " + e.ID
		if slices.Contains(l.m.terrains, e.ID) {
			l.fail(key, ErrDuplicate, "")
		}
		l.m.terrains = append(l.m.terrains, e.ID)
		l.terrainKind = append(l.terrainKind, l.kind(key+".kind", e.Kind))
	}
	l.m.terrainSet = make([]Set, len(l.m.terrains))
}

// terrain resolves the terrain of a zone or stacking rule of kind k.
func (l *loader) terrain(key, id string, k Kind) Terrain {
	if id == "" {
		return Terrain(k)
	}
	t := slices.Index(l.m.terrains, id)
	if t < 0 {
		l.fail(key, ErrUnknown, strconv.Quote(id))
		return 0
	}
	if l.terrainKind[t] != k {
		l.fail(key, ErrInvalid, fmt.Sprintf("%s is terrain of %s zones, not of %s zones", id, l.terrainKind[t], k))
	}
	return Terrain(t)
}

func (l *loader) zones(entries []zoneEntry) {
	if len(entries) == 0 {
		l.fail("zone", ErrMissing, "")
	}
	if len(entries) > MaxZones {
		l.fail("zone", ErrInvalid, fmt.Sprintf("%d zones, at most %d", len(entries), MaxZones))
		return
	}
	for i, e := range entries {
		l.zone(Zone(i), e)
	}
}

func (l *loader) zone(z Zone, e zoneEntry) {
	m, key := l.m, "zone "+e.ID
	if e.ID == "" {
		l.fail(fmt.Sprintf("zone number %d", z+1), ErrMissing, "id")
	}
	if _, twice := m.byID[e.ID]; twice {
		l.fail(key, ErrDuplicate, "")
	}
	p := Place{
		ID: e.ID, Names: Names{EN: e.EN, FR: e.FR}, Tags: slices.Sorted(slices.Values(e.Tags)),
		Source: e.Source, TerrainSource: e.TerrainSource, NameSource: e.NameSource,
	}
	p.Kind = l.kind(key+".kind", e.Kind)
	p.Terrain = l.terrain(key+".terrain", e.Terrain, p.Kind)
	if !p.Names.Complete() {
		l.fail(key, ErrMissing, "en and fr")
	}
	l.source(key+".source", e.Source)
	l.source(key+".name_source", e.NameSource)
	if e.Terrain != "" || e.TerrainSource != "" {
		l.source(key+".terrain_source", e.TerrainSource)
	}
	for _, id := range e.Sides {
		side := slices.Index(m.sides, id)
		if side < 0 {
			l.fail(key+".sides", ErrUnknown, strconv.Quote(id))
			continue
		}
		p.Sides = append(p.Sides, side)
	}
	for side := range m.open {
		if p.Sides == nil || slices.Contains(p.Sides, side) {
			m.open[side].Add(z)
		}
	}
	for _, tag := range e.Tags {
		s := m.tags[tag]
		s.Add(z)
		m.tags[tag] = s
	}
	m.byID[e.ID] = z
	m.kinds[p.Kind].Add(z)
	m.terrainSet[p.Terrain].Add(z)
	m.places = append(m.places, p)
	m.kindOf = append(m.kindOf, p.Kind)
	m.terrainOf = append(m.terrainOf, p.Terrain)
}

func (l *loader) addEdges(entries []edgeEntry) {
	m := l.m
	m.edges = make([][]Edge, m.Len())
	seen := make(map[[2]Zone]bool, len(entries))
	for i, e := range entries {
		if len(e.Zones) != 2 {
			l.fail(fmt.Sprintf("edge number %d", i+1), ErrInvalid, fmt.Sprintf("%d zones, want 2", len(e.Zones)))
			return
		}
		key := "edge " + e.Zones[0] + "-" + e.Zones[1]
		a, okA := m.Zone(e.Zones[0])
		b, okB := m.Zone(e.Zones[1])
		switch {
		case !okA:
			l.fail(key, ErrUnknown, e.Zones[0])
			return
		case !okB:
			l.fail(key, ErrUnknown, e.Zones[1])
			return
		case a == b:
			l.fail(key, ErrInvalid, "a zone is not its own neighbour")
			return
		case seen[[2]Zone{min(a, b), max(a, b)}]:
			l.fail(key, ErrDuplicate, "an edge stands once, in either order")
			return
		}
		seen[[2]Zone{min(a, b), max(a, b)}] = true
		l.edge(key, a, b, e)
	}
}

func (l *loader) edge(key string, a, b Zone, e edgeEntry) {
	m := l.m
	l.source(key+".source", e.Source)
	if e.BeachSource == "" {
		e.BeachSource = e.Source
	}
	l.source(key+".beach_source", e.BeachSource)
	edge := Edge{
		Beach: e.Beach, Entry: e.Entry, OneWay: e.OneWay,
		Source: e.Source, BeachSource: e.BeachSource,
	}
	for _, tag := range e.Tags {
		edge.Tags |= l.edgeTag(key, tag)
	}
	edge.Ways = ways(m.kindOf[a], m.kindOf[b], e.Entry)
	if edge.Ways == 0 {
		l.fail(key, ErrInvalid, fmt.Sprintf("nothing moves between a %s and a %s", m.kindOf[a], m.kindOf[b]))
	}
	if e.Beach && !edge.By(Shore) {
		l.fail(key+".beach", ErrInvalid, "a beach lies between land and sea")
	}
	if e.Entry && !(touches(m, a, b, Port) && edge.By(BySea)) {
		l.fail(key+".entry", ErrInvalid, "an entry leads from a sea zone into a port")
	}
	edge.To = b
	m.edges[a] = append(m.edges[a], edge)
	if !e.OneWay {
		edge.To = a
		m.edges[b] = append(m.edges[b], edge)
	}
}

// edgeTag returns the bit of a tag, giving it the next free one at first use.
func (l *loader) edgeTag(key, tag string) uint32 {
	if bit := l.m.EdgeTag(tag); bit != 0 {
		return bit
	}
	if len(l.m.edgeTags) == 32 {
		l.fail(key+".tags", ErrInvalid, "more than 32 different tags")
		return 0
	}
	l.m.edgeTags = append(l.m.edgeTags, tag)
	return l.m.EdgeTag(tag)
}

func touches(m *Map, a, b Zone, k Kind) bool { return m.kindOf[a] == k || m.kindOf[b] == k }

// ways derives how an edge between two kinds can be crossed. A port beside a sea
// zone without an anchor is adjacent, as sieges see it, but no ship enters there.
func ways(a, b Kind, entry bool) uint8 {
	const any, land, sea, shore = 1 << Any, 1 << ByLand, 1 << BySea, 1 << Shore
	if a > b {
		a, b = b, a
	}
	switch [2]Kind{a, b} {
	case [2]Kind{Land, Land}, [2]Kind{Land, Port}, [2]Kind{Land, Base}:
		return any | land
	case [2]Kind{Land, Sea}:
		return any | shore
	case [2]Kind{Sea, Sea}, [2]Kind{Sea, Base}:
		return any | sea
	case [2]Kind{Sea, Port}:
		if entry {
			return any | sea
		}
		return any
	case [2]Kind{Port, Port}, [2]Kind{Port, Mixed}, [2]Kind{Base, Mixed}, [2]Kind{Mixed, Mixed}:
		return any | land | sea
	case [2]Kind{Land, Mixed}:
		return any | land | shore
	case [2]Kind{Sea, Mixed}:
		return any | sea | shore
	}
	return 0
}

func (l *loader) stacking(entries []stackEntry) {
	m := l.m
	m.limits = make([][numClasses]Limit, m.Len())
	for i, e := range entries {
		key := fmt.Sprintf("stacking number %d", i+1)
		l.source(key+".source", e.Source)
		class := slices.Index(classIDs[:], e.Class)
		if class < 0 {
			l.fail(key+".class", ErrUnknown, strconv.Quote(e.Class))
			return
		}
		r := StackRule{Kind: l.kind(key+".kind", e.Kind), Terrain: e.Terrain, Class: Class(class),
			Limit: Limit{Units: e.Units, PF: e.PF}, Source: e.Source}
		where := m.kinds[r.Kind]
		if e.Terrain != "" {
			where = m.terrainSet[l.terrain(key+".terrain", e.Terrain, r.Kind)]
		}
		for z := range where.All() {
			if m.limits[z][class].Limited() {
				l.fail(key, ErrDuplicate, "two limits for "+m.Name(z))
			}
			m.limits[z][class] = r.Limit
		}
		m.rules = append(m.rules, r)
	}
}

// index builds the tables that the queries read.
func (m *Map) index() {
	n := m.Len()
	m.edgeAt = make([]uint8, n*n)
	for i := range m.edgeAt {
		m.edgeAt[i] = noEdge
	}
	m.beaches = make([]Set, n)
	for w := range numWays {
		m.near[w] = make([]Set, n)
		m.neighbours[w] = make([][]Zone, n)
	}
	for z := range m.edges {
		slices.SortFunc(m.edges[z], func(a, b Edge) int { return int(a.To) - int(b.To) })
		for i := range m.edges[z] {
			e := &m.edges[z][i]
			m.edgeAt[z*n+int(e.To)] = uint8(i)
			if e.Beach {
				m.beaches[z].Add(e.To)
			}
			for w := range numWays {
				if e.By(w) {
					m.near[w][z].Add(e.To)
					m.neighbours[w][z] = append(m.neighbours[w][z], e.To)
				}
			}
		}
	}
}
