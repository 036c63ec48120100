package doctor

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/cmd/keryx/settings"
	"keryx/mail/wire"
)

// TestDoctorOnAFullDisk: a database that cannot be opened on a full disk is not said to
// be damaged, and nobody is told to put a backup in its place.
func TestDoctorOnAFullDisk(t *testing.T) {
	for _, x := range []struct {
		free       uint64
		want, none string
	}{{0, "Make room on the disk, leave the database as it is", "backup"}, {littleRoom, "Put a backup in its place", "Make room on"}} {
		dir, out := t.TempDir(), new(bytes.Buffer)
		if err := os.Mkdir(filepath.Join(dir, "keryx.db"), 0o700); err != nil { // it cannot be opened
			t.Fatal(err)
		}
		d := doctor{out: out, now: time.Now, free: func(string) (uint64, error) { return x.free, nil },
			config: &settings.Config{Database: filepath.Join(dir, "keryx.db")}}
		d.directory()
		d.database(t.Context())
		if said := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(said, x.want) || strings.Contains(said, x.none) {
			t.Errorf("with %d bytes free:\n%s", x.free, out)
		}
	}
	out := new(bytes.Buffer)
	d := doctor{out: out, free: func(string) (uint64, error) { return 0, nil }, config: &settings.Config{Database: "/gone/keryx.db"}}
	if d.directory(); strings.Contains(out.String(), "Make the directory") || !strings.Contains(out.String(), "FAULT    disk") {
		t.Errorf("on a full disk where nothing can be written:\n%s", out)
	}
}

// TestExplain has errors of the network and of providers put into words.
func TestExplain(t *testing.T) {
	refused := fmt.Errorf("imap: %w: NO", wire.ErrAuth)
	tests := []struct {
		address string
		err     error
		oauth   *settings.OAuthSettings
		says    string
	}{
		{"imap.clubb.example:993", fmt.Errorf("connect: %w", &net.DNSError{Err: "no such host", IsNotFound: true}), nil, "is not known"},
		{"imap.gmail.com:993", refused, nil, "app password"},
		{"imap.gmail.com:993", refused, &settings.OAuthSettings{}, "refresh_token_file"},
		{"outlook.office365.com:993", refused, nil, "use OAuth"},
		{"imap.mail.me.com:993", refused, nil, "appleid.apple.com"},
		{"imap.mail.yahoo.com:993", refused, nil, "app password"},
		{"imap.club.example:993", fmt.Errorf("imap greeting: %w (x)", context.DeadlineExceeded), nil, "does not answer"},
		{"imap.club.example:993", x509.CertificateInvalidError{Reason: x509.Expired}, nil, "has expired"},
		{"imap.club.example:993", x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"mx.example"}}, Host: "imap.club.example"}, nil, "for another name"},
		{"imap.club.example:993", errors.New("something else"), nil, "something else"},
	}
	for _, tt := range tests {
		says, mend := explain(tt.err, "imap", settings.Account{Address: tt.address, User: "orders", OAuth: tt.oauth})
		if both := says + " " + mend; !strings.Contains(both, tt.says) || mend == "" {
			t.Errorf("%v: %s\nwant %q", tt.err, both, tt.says)
		}
	}
}
