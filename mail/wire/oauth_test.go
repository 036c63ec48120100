package wire

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"
)

// authority is a scripted authorisation server: it answers with the replies in
// turn, and keeps what it was asked.
type authority struct {
	*httptest.Server
	asked []url.Values
}

func newAuthority(t *testing.T, replies ...string) *authority {
	t.Helper()
	a := &authority{}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		must(t, r.ParseForm())
		a.asked = append(a.asked, r.PostForm)
		if len(a.asked) > len(replies) {
			t.Error("asked once more than expected")
			w.WriteHeader(http.StatusTeapot)
			return
		}
		reply := replies[len(a.asked)-1]
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(reply, `"error"`) {
			w.WriteHeader(http.StatusBadRequest)
		}
		io.WriteString(w, reply)
	}))
	t.Cleanup(a.Close)
	return a
}

func secretFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "refresh")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func token(t *testing.T, s oauth2.TokenSource) string {
	t.Helper()
	return val(s.Token())(t).AccessToken
}

// A server may answer with a new refresh token. It must outlive the process.
func TestRefreshTokenRotates(t *testing.T) {
	a := newAuthority(t,
		`{"access_token":"first","token_type":"Bearer","expires_in":1,"refresh_token":"r2"}`,
		`{"access_token":"second","token_type":"Bearer","expires_in":1}`,
		`{"access_token":"third","token_type":"Bearer","expires_in":3600}`)
	file := secretFile(t, "r1\n")
	o := OAuth{TokenURL: a.URL, ClientID: "id", ClientSecret: "secret", RefreshFile: file, Scopes: []string{"imap", "smtp"}, Log: quiet()}
	s := val(o.TokenSource())(t)
	if got := token(t, s); got != "first" {
		t.Errorf("token %q", got)
	}
	if text := val(os.ReadFile(file))(t); string(text) != "r2\n" {
		t.Errorf("the file holds %q, want the new refresh token", text)
	}
	if mode := val(os.Stat(file))(t).Mode().Perm(); mode != 0o600 {
		t.Errorf("mode %o", mode)
	}
	if got := token(t, s); got != "second" { // the first lasted a second, which is as good as expired
		t.Errorf("token %q", got)
	}
	must(t, os.WriteFile(file, []byte("r3\n"), 0o600)) // the owner consented again
	for range 2 {
		if got := token(t, s); got != "third" {
			t.Errorf("token %q", got)
		}
	}
	want := func(refresh string) url.Values {
		return url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "client_id": {"id"}, "client_secret": {"secret"}, "scope": {"imap smtp"}}
	}
	if diff := cmp.Diff([]url.Values{want("r1"), want("r2"), want("r3")}, a.asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// A new refresh token that cannot be written works as long as the process lives.
func TestRefreshTokenNotKept(t *testing.T) {
	a := newAuthority(t,
		`{"access_token":"first","token_type":"Bearer","expires_in":1,"refresh_token":"r2"}`,
		`{"access_token":"second","token_type":"Bearer","expires_in":1}`)
	file := secretFile(t, "r1")
	s := val(OAuth{TokenURL: a.URL, ClientID: "id", RefreshFile: file, Log: quiet()}.TokenSource())(t)
	source := &refresher{OAuth: OAuth{TokenURL: a.URL, ClientID: "id", RefreshFile: file, Log: quiet()}, client: a.Client()}
	source.read, source.refresh = "r1", "r2" // as after a failed write
	if got := token(t, source); got != "first" || a.asked[0].Get("refresh_token") != "r2" {
		t.Errorf("token %q, asked with %q", got, a.asked[0].Get("refresh_token"))
	}
	must(t, os.Remove(file))
	if _, err := s.Token(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without the file: %v", err)
	}
	must(t, os.WriteFile(file, []byte(" \n"), 0o600))
	if _, err := s.Token(); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("with an empty file: %v", err)
	}
}

func TestApplicationToken(t *testing.T) {
	a := newAuthority(t, `{"access_token":"app","token_type":"Bearer","expires_in":3600}`)
	s := val(OAuth{TokenURL: a.URL, ClientID: "id", ClientSecret: "secret", Scopes: []string{"x/.default"}}.TokenSource())(t)
	if got := token(t, s); got != "app" || a.asked[0].Get("grant_type") != "client_credentials" || a.asked[0].Get("scope") != "x/.default" {
		t.Errorf("token %q, asked %v", got, a.asked)
	}
}

func TestTokenRefused(t *testing.T) {
	a := newAuthority(t, `{"error":"invalid_grant","error_description":"the secret r1 has expired"}`)
	s := val(OAuth{TokenURL: a.URL, ClientID: "id", RefreshFile: secretFile(t, "r1")}.TokenSource())(t)
	_, err := fetchToken(t.Context(), s)
	if !errors.Is(err, ErrAuth) || !strings.Contains(err.Error(), "invalid_grant") || strings.Contains(err.Error(), "r1") {
		t.Errorf("error %v, want ErrAuth with the code alone", err)
	}
}

func TestOAuthSettings(t *testing.T) {
	for name, o := range map[string]OAuth{
		"in the clear": {TokenURL: "http://login.club.example/token", ClientID: "id"},
		"no scheme":    {TokenURL: "login.club.example/token", ClientID: "id"},
		"no client":    {TokenURL: "https://login.club.example/token"},
		"no address":   {TokenURL: "https://[/", ClientID: "id"},
	} {
		if _, err := o.TokenSource(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
