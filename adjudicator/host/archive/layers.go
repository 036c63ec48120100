package archive

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/archive/picture"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
)

// seenAs is the map that another one is laid upon: a view of the same turn in a language, and the layers that show it. With
// no language it is the bare ground.
type seenAs struct {
	view   adjudicator.View
	lang   string
	layers []string
}

// drawing is how a map is called, what it is for those who do not see it, and what it is laid upon.
type drawing struct {
	name, alt string
	under     seenAs
}

// putLayers draws a map upon the one under it, and writes the layers that are not there yet and the file that shows them together.
func putLayers(files *tree, l language, c watch.Chronicle, t watch.ChronicleTurn, v adjudicator.View, d drawing, m *mapFile) error {
	ground, whole, err := reports.PaintMap(c.Rules, l.tag, v, t.Events, mapWidth)
	if err != nil {
		return err
	}
	below := ground
	if m.Layers = d.under.layers; d.under.lang == "" {
		file, err := picture.File(ground)
		if err != nil {
			return err
		}
		m.Layers = []string{picture.GroundName(file)}
		if err := files.put(m.Layers[0], file); err != nil {
			return err
		}
	} else if _, below, err = reports.PaintMap(c.Rules, d.under.lang, d.under.view, t.Events, mapWidth); err != nil {
		return err
	}
	top, err := picture.Upon(below, whole)
	if err != nil {
		return fmt.Errorf("the map of turn %d of %s: %w", t.Number, c.ID, err)
	}
	file, err := picture.File(top)
	if err != nil {
		return err
	}
	layer := picture.LayerName(c.ID, d.name, l.tag)
	m.Layers = append(slices.Clip(m.Layers), layer)
	m.Width, m.Height = shown, whole.Rect.Dy()*shown/whole.Rect.Dx()
	if err := files.put(layer, file); err != nil {
		return err
	}
	var layers []string
	for _, layer := range m.Layers {
		layers = append(layers, up(m.Map)+layer)
	}
	return files.put(m.Map, picture.Together(layers, m.Alt, l.tag, whole.Rect.Size()))
}

// ground is the lowest layer, which tells nothing of a game; empty if there is no map.
func (m mapFile) ground() string {
	if len(m.Layers) == 0 {
		return ""
	}
	return m.Layers[0]
}

// Picture is the map itself, for a page.
func (m mapFile) Picture() mapFile { return m }
