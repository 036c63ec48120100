package main

import (
	"html/template"

	"keryx/adjudicator/host/archive"
	"keryx/cmd/keryx/manual"
)

// manualPages are the pages of the manual as the archive shows them.
func manualPages() (pages []archive.ManualPage, err error) {
	for _, lang := range manual.Languages() {
		all, err := manual.Pages(lang)
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
