package manual

import (
	"html/template"

	"keryx/adjudicator/host/archive"
)

// ForArchive are the pages of the manual as the archive shows them.
func ForArchive() (pages []archive.ManualPage, err error) {
	for _, lang := range Languages() {
		all, err := Pages(lang)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			body, err := p.HTML()
			if err != nil {
				return nil, err
			}
			pages = append(pages, archive.ManualPage{Lang: lang, Name: p.Topic, Title: p.Title, Body: template.HTML(body)})
		}
	}
	return pages, nil
}
