package main

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
	c, err := loadConfig(filepath.Join(dir, "keryx.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for what, a := range map[string]account{"imap": c.IMAP.account, "smtp": c.SMTP.account} {
		e, err := c.endpoint(what, a)
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
	oauth := &oauthSettings{TokenURL: "https://login.club.example/token", ClientID: "id"}
	tests := []struct {
		name string
		a    account
		want string // in the error; empty: none
	}{
		{"file", account{PasswordFile: "password"}, ""},
		{"two passwords", account{PasswordFile: "password", Password: "x"}, "give only one of password"},
		{"empty file", account{PasswordFile: "empty"}, "password_file: empty is empty"},
		{"no file", account{PasswordFile: "none"}, "password_file: open "},
		{"empty variable", account{PasswordEnv: "KERYX_TEST_EMPTY"}, "KERYX_TEST_EMPTY is empty"},
		{"password and oauth", account{Password: "x", OAuth: oauth}, "either a password or [imap.oauth]"},
		{"oauth", account{OAuth: oauth}, ""},
		{"oauth in the clear", account{OAuth: &oauthSettings{TokenURL: "http://login.club.example", ClientID: "id"}}, "want https"},
		{"oauth without a secret", account{OAuth: &oauthSettings{ClientSecretFile: "none"}}, "client_secret_file: open "},
		{"no authority", account{CAFile: "none"}, "ca_file: open "},
		{"odd authority", account{CAFile: "ca.pem"}, "holds no certificate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &config{dir: dir}
			e, err := c.endpoint("imap", tt.a)
			switch {
			case tt.want == "" && err != nil, tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %q", err, tt.want)
			case tt.a.PasswordFile != "" && err == nil && e.Password != "secret":
				t.Errorf("password %q", e.Password)
			}
		})
	}
}
