package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// OAuth is an application's registration at an authorisation server, by which it
// gets access tokens for a mail account (RFC 6749).
type OAuth struct {
	TokenURL     string // https, or http on the loopback interface
	ClientID     string
	ClientSecret string // may be empty for a public client
	Scopes       []string
	// RefreshFile holds the refresh token that the owner's consent gave (RFC 6749
	// section 6). A server that answers with a new one makes the old one useless
	// sooner or later, so the new one replaces the file. Empty: the application
	// asks in its own name (RFC 6749 section 4.4).
	RefreshFile string
	Log         *slog.Logger // default slog.Default
}

// tokenTimeout bounds one request for a token.
const tokenTimeout = 30 * time.Second

// TokenSource returns a source that keeps a token until it expires. It may be
// used by several goroutines, and should be shared by all accounts of one
// RefreshFile. It asks nobody anything yet.
func (o OAuth) TokenSource() (oauth2.TokenSource, error) {
	u, err := url.Parse(o.TokenURL)
	if err != nil {
		return nil, fmt.Errorf("token address %q: %w", o.TokenURL, err)
	}
	if u.Scheme != "https" && !(u.Scheme == "http" && isLoopbackHost(u.Hostname())) {
		return nil, fmt.Errorf("token address %q: want https: %w", o.TokenURL, ErrInsecure)
	}
	if o.ClientID == "" {
		return nil, errors.New("OAuth needs the client id that the application was registered under")
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return oauth2.ReuseTokenSource(nil, &refresher{OAuth: o, client: &http.Client{Timeout: tokenTimeout}}), nil
}

// refresher asks for one token after the other.
type refresher struct {
	OAuth
	client *http.Client

	mu      sync.Mutex
	read    string // what the file last said
	refresh string // what counts: from the file, or newer than it
}

// Token implements oauth2.TokenSource.
func (r *refresher) Token() (*oauth2.Token, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	// The library's own refresh leaves the scopes out, by which an account that
	// was consented to for several services says which one it means.
	request := clientcredentials.Config{ClientID: r.ClientID, ClientSecret: r.ClientSecret, TokenURL: r.TokenURL,
		Scopes: r.Scopes, AuthStyle: oauth2.AuthStyleInParams}
	if r.RefreshFile != "" {
		if err := r.load(); err != nil {
			return nil, err
		}
		request.EndpointParams = url.Values{"grant_type": {"refresh_token"}, "refresh_token": {r.refresh}}
	}
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, r.client)
	token, err := request.Token(ctx)
	if err != nil {
		return nil, err
	}
	if r.RefreshFile != "" && token.RefreshToken != "" && token.RefreshToken != r.refresh {
		r.keep(token.RefreshToken)
	}
	return token, nil
}

// load reads the file, since a person may have put a new token there.
func (r *refresher) load() error {
	text, err := os.ReadFile(r.RefreshFile)
	if err != nil {
		return fmt.Errorf("refresh token: %w", err)
	}
	now := strings.TrimSpace(string(text))
	if now == "" {
		return fmt.Errorf("refresh token: %s is empty", r.RefreshFile)
	}
	if now != r.read {
		r.read, r.refresh = now, now
	}
	return nil
}

// keep puts a new refresh token into the file. Until the next start it also
// works from memory.
func (r *refresher) keep(refresh string) {
	r.refresh = refresh
	if err := replaceFile(r.RefreshFile, refresh+"\n"); err != nil {
		r.Log.Error("cannot keep the new refresh token; the next start may need a new consent", "file", r.RefreshFile, "error", err)
		return
	}
	r.read = refresh
}

// replaceFile writes a file for its owner alone, or leaves it as it was.
func replaceFile(path, text string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
