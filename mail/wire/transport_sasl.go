package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/emersion/go-sasl"
	"golang.org/x/oauth2"
)

// xoauth2 is the XOAUTH2 mechanism of Google and Microsoft, the only one some
// Outlook accounts offer. It is not a standard, so the SASL library lacks it.
type xoauth2 struct{ username, token string }

// Start sends the token at once.
func (x xoauth2) Start() (mech string, ir []byte, err error) {
	return "XOAUTH2", []byte("user=" + x.username + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next answers the one challenge there can be, the reason of a refusal, with
// an empty line, upon which the server states the failure.
func (xoauth2) Next([]byte) ([]byte, error) { return []byte{}, nil }

// errNoMechanism is wrapped in ErrAuth: only a person can change the settings.
var errNoMechanism = errors.New("no common authentication mechanism")

// saslClient picks the mechanism by what the server offers. Tokens are never
// mixed with passwords.
func (e Endpoint) saslClient(ctx context.Context, offered []string) (sasl.Client, error) {
	has := func(mech string) bool { return slices.Contains(offered, mech) }
	if e.Tokens != nil {
		if !has("XOAUTH2") && !has(sasl.OAuthBearer) {
			return nil, fmt.Errorf("%w: %w: we have a token, the server offers %q", ErrAuth, errNoMechanism, offered)
		}
		token, err := fetchToken(ctx, e.Tokens)
		if err != nil {
			return nil, err
		}
		if has("XOAUTH2") {
			return xoauth2{e.Username, token}, nil
		}
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: e.Username, Token: token}), nil
	}
	switch {
	case has(sasl.Plain):
		return sasl.NewPlainClient("", e.Username, e.Password), nil
	case has(sasl.Login):
		return sasl.NewLoginClient(e.Username, e.Password), nil
	}
	return nil, fmt.Errorf("%w: %w: we have a password, the server offers %q", ErrAuth, errNoMechanism, offered)
}

// fetchToken asks the source for a token but does not outwait ctx: the source
// may do HTTP without knowing our deadline. A refusal by the authorisation
// server is an authentication failure, a network error is not.
func fetchToken(ctx context.Context, source oauth2.TokenSource) (string, error) {
	type result struct {
		token *oauth2.Token
		err   error
	}
	done := make(chan result, 1)
	go func() {
		token, err := source.Token()
		done <- result{token, err}
	}()
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("waiting for an OAuth token: %w", context.Cause(ctx))
	case r := <-done:
		var refused *oauth2.RetrieveError
		switch {
		case errors.As(r.err, &refused) && refused.Response != nil && refused.Response.StatusCode < http.StatusInternalServerError:
			// The error text quotes the server's whole answer; the code will do.
			return "", fmt.Errorf("%w: OAuth token refused: %s", ErrAuth, refused.ErrorCode)
		case r.err != nil:
			return "", fmt.Errorf("fetching an OAuth token: %w", r.err)
		}
		return r.token.AccessToken, nil
	}
}
