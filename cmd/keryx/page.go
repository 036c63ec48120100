package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"keryx/cmd/keryx/screen"
	"keryx/templates/page"
)

// pageCmd writes pages that players use by themselves.
type pageCmd struct {
	Sign pageSignCmd `cmd:"" help:"Write the page that signs orders in a browser."`
}

// pageSignCmd writes the page that signs.
type pageSignCmd struct {
	Out string `help:"The folder to write it to." default:"." type:"path" placeholder:"DIR"`
}

// Run writes the file and tells its digest.
func (c pageSignCmd) Run(g *screen.Globals) error {
	data, err := page.Sign()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return fmt.Errorf("folder for the page: %w", err)
	}
	path := filepath.Join(c.Out, page.SignName)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	fmt.Fprintf(g.Out, "%s\nSHA-256 %x\n", path, sha256.Sum256(data))
	return nil
}
