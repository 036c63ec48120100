package settings

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// One registration serves both accounts: they share the token, and the refresh
// token is spent once.
func TestOAuthAccounts(t *testing.T) {
	asked := 0
	login := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if err := r.ParseForm(); err != nil || r.PostForm.Get("refresh_token") != "r1" || r.PostForm.Get("client_secret") != "s1" ||
			r.PostForm.Get("scope") != "https://mail.google.com/" {
			t.Errorf("asked %v, %v", r.PostForm, err)
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"access_token":"tok","token_type":"Bearer","expires_in":3600,"refresh_token":"r2"}`)
	}))
	defer login.Close()
	dir := t.TempDir()
	settings := "token_url = \"" + login.URL + "\"\nclient_id = \"id\"\nclient_secret_file = \"secret\"\nrefresh_token_file = \"refresh\"\n" +
		"scopes = [\"https://mail.google.com/\"]\n"
	writeFiles(t, dir, "secret", "s1\n", "refresh", "r1\n", "keryx.toml", "address = \"orders@club.example\"\n"+
		"[imap]\naddress = \"imap.club.example:993\"\nuser = \"orders\"\n[imap.oauth]\n"+settings+
		"[smtp]\naddress = \"smtp.club.example:465\"\nuser = \"orders\"\n[smtp.oauth]\n"+settings)
	c, err := Load(filepath.Join(dir, "keryx.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for what, a := range map[string]Account{"imap": c.IMAP.Account, "smtp": c.SMTP.Account} {
		e, err := c.Endpoint(what, a)
		if err != nil {
			t.Fatal(err)
		}
		if token, err := e.Tokens.Token(); err != nil || token.AccessToken != "tok" {
			t.Errorf("%s: token %v, %v", what, token, err)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times, want once for both", asked)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "refresh")); err != nil || string(text) != "r2\n" {
		t.Errorf("the refresh token is %q, %v", text, err)
	}
}

func TestAccountSettings(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, "empty", "\n", "password", "secret\r\n", "ca.pem", "no certificate")
	t.Setenv("KERYX_TEST_EMPTY", "")
	oauth := &OAuthSettings{TokenURL: "https://login.club.example/token", ClientID: "id"}
	tests := []struct {
		name string
		a    Account
		want string // in the error; empty: none
	}{
		{"file", Account{PasswordFile: "password"}, ""},
		{"two passwords", Account{PasswordFile: "password", Password: "x"}, "give only one of password"},
		{"empty file", Account{PasswordFile: "empty"}, "password_file: empty is empty"},
		{"no file", Account{PasswordFile: "none"}, "password_file: open "},
		{"empty variable", Account{PasswordEnv: "KERYX_TEST_EMPTY"}, "KERYX_TEST_EMPTY is empty"},
		{"password and oauth", Account{Password: "x", OAuth: oauth}, "either a password or [imap.oauth]"},
		{"oauth", Account{OAuth: oauth}, ""},
		{"oauth in the clear", Account{OAuth: &OAuthSettings{TokenURL: "http://login.club.example", ClientID: "id"}}, "want https"},
		{"oauth without a secret", Account{OAuth: &OAuthSettings{ClientSecretFile: "none"}}, "client_secret_file: open "},
		{"no authority", Account{CAFile: "none"}, "ca_file: open "},
		{"odd authority", Account{CAFile: "ca.pem"}, "holds no certificate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &Config{dir: dir}
			e, err := c.Endpoint("imap", tt.a)
			switch {
			case tt.want == "" && err != nil, tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %q", err, tt.want)
			case tt.a.PasswordFile != "" && err == nil && e.Password != "secret":
				t.Errorf("password %q", e.Password)
			}
		})
	}
}

// writeFiles fills a directory: name, text, name, text.
func writeFiles(t *testing.T, dir string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
