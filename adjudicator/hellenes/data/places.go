package data

import (
	"io/fs"
	"strconv"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

type provincesFile struct {
	Nation []struct {
		ID     string       `toml:"id"`
		EN     string       `toml:"en"`
		FR     string       `toml:"fr"`
		Side   string       `toml:"side"`
		Source board.Source `toml:"source"`
	} `toml:"nation"`
	Region []struct {
		ID      string       `toml:"id"`
		EN      string       `toml:"en"`
		FR      string       `toml:"fr"`
		Subject bool         `toml:"subject"`
		Source  board.Source `toml:"source"`
	} `toml:"region"`
	Province []provinceEntry `toml:"province"`
}

type provinceEntry struct {
	Zone        string       `toml:"zone"`
	Nation      string       `toml:"nation"`
	Region      string       `toml:"region"`
	Loyalty     string       `toml:"loyalty"`
	City        *board.Names `toml:"city"`
	Town        *board.Names `toml:"town"`
	Value       int          `toml:"value"`
	Harbour     string       `toml:"harbour"`
	Source      board.Source `toml:"source"`
	ValueSource board.Source `toml:"value_source"`
}

func loadProvinces(fsys fs.FS, g *Game) error {
	var f provincesFile
	if err := board.ReadTOML(fsys, provincesName, &f); err != nil {
		return err
	}
	r := g.reading(provincesName)
	for _, e := range f.Nation {
		key := "nation " + e.ID
		if g.Nation(e.ID) != None {
			r.Fail(key, board.ErrDuplicate, "")
		}
		r.Source(key, e.Source)
		g.Nations = append(g.Nations, Nation{ID: e.ID, Names: r.Names(key, e.EN, e.FR), Side: maybeSide(&r, key, e.Side), Source: e.Source})
	}
	for _, e := range f.Region {
		key := "region " + e.ID
		if g.Region(e.ID) != None {
			r.Fail(key, board.ErrDuplicate, "")
		}
		r.Source(key, e.Source)
		g.Regions = append(g.Regions, Region{ID: e.ID, Names: r.Names(key, e.EN, e.FR), Subject: e.Subject, Source: e.Source})
	}
	var had board.Set
	for _, e := range f.Province {
		z, ok := g.Map.Zone(e.Zone)
		if key := "province " + e.Zone; !ok || g.Province(z) == nil {
			r.Fail(key+".zone", board.ErrUnknown, strconv.Quote(e.Zone))
		} else if had.Has(z) {
			r.Fail(key, board.ErrDuplicate, "")
		} else {
			had.Add(z)
			g.Provinces[z] = g.province(&r, key, z, e)
			g.enter(&g.Provinces[z])
		}
	}
	for z := range g.Map.OfKind(board.Land).Minus(had).All() {
		r.Fail("province "+g.Map.Name(z), board.ErrMissing, "")
	}
	return r.Err
}

// maybeSide is a side, or Nobody where none is named.
func maybeSide(r *field.Reading, key, id string) Side {
	if id == "" {
		return Nobody
	}
	return r.Side(key, id)
}

func (g *Game) province(r *field.Reading, key string, z board.Zone, e provinceEntry) Province {
	r.Source(key, e.Source)
	p := Province{Zone: z, Theatre: g.theatre(r, z), Nation: g.Nation(e.Nation), Region: None, Loyalty: NoCity, Value: e.Value,
		Harbour: board.NoZone, Town: e.Town != nil, Coasts: g.Map.Near(z, board.Shore), Grounds: g.Map.Near(z, board.ByLand),
		Source: e.Source, ValueSource: e.ValueSource}
	if p.Nation == None {
		r.Fail(key+".nation", board.ErrUnknown, strconv.Quote(e.Nation))
	}
	if e.Region != "" {
		if p.Region = g.Region(e.Region); p.Region == None {
			r.Fail(key+".region", board.ErrUnknown, strconv.Quote(e.Region))
		}
	}
	if e.Town != nil {
		p.Name = r.Names(key+".town", e.Town.EN, e.Town.FR)
	}
	if e.Loyalty == "" {
		if e.Value != 0 || e.Harbour != "" || e.City != nil {
			r.Fail(key+".loyalty", board.ErrMissing, "of a city")
		}
		return p
	}
	g.city(r, key, &p, e)
	return p
}

// city fills in what only a city has.
func (g *Game) city(r *field.Reading, key string, p *Province, e provinceEntry) {
	loyalties := []string{SideIDs[Athens], SideIDs[Sparta], "neutral"}
	r.Among(key+".loyalty", []string{e.Loyalty}, loyalties...)
	for i, id := range loyalties {
		if id == e.Loyalty {
			p.Loyalty = Loyalty(i)
		}
	}
	r.Source(key+".value", e.ValueSource)
	p.Name = g.Map.Place(p.Zone).Names
	if e.City != nil {
		p.Name = r.Names(key+".city", e.City.EN, e.City.FR)
	}
	if p.Town {
		r.Fail(key+".town", board.ErrInvalid, "a province has a city or a town")
	}
	if e.Value < 1 {
		r.Fail(key+".value", board.ErrInvalid, "a city is worth 1 or more")
	}
	if e.Harbour == "" {
		return
	}
	sea, ok := g.Map.Zone(e.Harbour)
	if p.Harbour = sea; !ok || !p.Coasts.Has(sea) {
		r.Fail(key+".harbour", board.ErrInvalid, strconv.Quote(e.Harbour)+" is no sea beside it")
	}
}

// enter puts a province among those of its nation and region.
func (g *Game) enter(p *Province) {
	if p.Nation != None && p.City() {
		g.Nations[p.Nation].Cities.Add(p.Zone)
	}
	if p.Nation != None && p.Town {
		g.Nations[p.Nation].Towns.Add(p.Zone)
	}
	if p.Region != None {
		g.Regions[p.Region].Cities.Add(p.Zone)
	}
}
