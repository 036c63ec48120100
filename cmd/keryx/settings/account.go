package settings

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/oauth2"

	"keryx/mail/wire"
)

// Account is one mail server account.
type Account struct {
	Address      string         `toml:"address"`
	TLS          string         `toml:"tls"`
	CAFile       string         `toml:"ca_file"`
	User         string         `toml:"user"`
	Password     string         `toml:"password"`
	PasswordFile string         `toml:"password_file"`
	PasswordEnv  string         `toml:"password_env"`
	OAuth        *OAuthSettings `toml:"oauth"`
}

// mailbox is the account that is read, the whole of [imap].
type mailbox struct {
	Account
	Junk string   `toml:"junk"`
	Poll duration `toml:"poll"`
}

// outgoing is the account that sends, the whole of [smtp].
type outgoing struct {
	Account
	PerHour int `toml:"per_hour"`
}

// OAuthSettings are [imap.oauth] and [smtp.oauth].
type OAuthSettings struct {
	TokenURL         string   `toml:"token_url"`
	ClientID         string   `toml:"client_id"`
	ClientSecretFile string   `toml:"client_secret_file"`
	RefreshTokenFile string   `toml:"refresh_token_file"`
	Scopes           []string `toml:"scopes"`
}

// Endpoint makes a mail server account, reading its secrets from where the
// configuration says they are.
func (c *Config) Endpoint(what string, a Account) (wire.Endpoint, error) {
	e := wire.Endpoint{Address: a.Address, TLS: wire.TLSMode(a.TLS), Username: a.User}
	if a.TLS == "" {
		e.TLS = wire.TLSImplicit
	}
	var err error
	if a.CAFile != "" {
		if e.TLSConfig, err = c.authority(a.CAFile); err != nil {
			return e, fmt.Errorf("%s: ca_file: %w", what, err)
		}
	}
	if a.OAuth != nil {
		if a.Password+a.PasswordFile+a.PasswordEnv != "" {
			return e, fmt.Errorf("%s: give either a password or [%s.oauth], not both", what, what)
		}
		if e.Tokens, err = c.tokenSource(*a.OAuth); err != nil {
			return e, fmt.Errorf("%s.oauth: %w", what, err)
		}
		return e, nil
	}
	if e.Password, err = c.password(a); err != nil {
		return e, fmt.Errorf("%s: %w", what, err)
	}
	return e, nil
}

// password reads a password from the one place that is given.
func (c *Config) password(a Account) (string, error) {
	set := 0
	for _, s := range []string{a.Password, a.PasswordFile, a.PasswordEnv} {
		if s != "" {
			set++
		}
	}
	switch {
	case set > 1:
		return "", errors.New("give only one of password, password_file and password_env")
	case a.PasswordFile != "":
		return c.secret("password_file", a.PasswordFile)
	case a.PasswordEnv != "":
		password := os.Getenv(a.PasswordEnv)
		if password == "" {
			return "", fmt.Errorf("the environment variable %s is empty", a.PasswordEnv)
		}
		return password, nil
	}
	return a.Password, nil
}

// secret reads a file that holds one secret and perhaps a line end.
func (c *Config) secret(setting, path string) (string, error) {
	text, err := os.ReadFile(c.Path(path))
	if err != nil {
		return "", fmt.Errorf("%s: %w", setting, err)
	}
	s := strings.TrimRight(string(text), "\r\n")
	if s == "" {
		return "", fmt.Errorf("%s: %s is empty", setting, path)
	}
	return s, nil
}

// authority trusts the certificates of a file and no others.
func (c *Config) authority(path string) (*tls.Config, error) {
	pem, err := os.ReadFile(c.Path(path))
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate in PEM", path)
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}

// tokenSource makes the source of an account's tokens. Accounts with the same
// settings share one, lest one spend the refresh token that the other was about
// to use.
func (c *Config) tokenSource(o OAuthSettings) (oauth2.TokenSource, error) {
	key := fmt.Sprintf("%q", o)
	if s, ok := c.tokens[key]; ok {
		return s, nil
	}
	app := wire.OAuth{TokenURL: o.TokenURL, ClientID: o.ClientID, Scopes: o.Scopes}
	var err error
	if o.ClientSecretFile != "" {
		if app.ClientSecret, err = c.secret("client_secret_file", o.ClientSecretFile); err != nil {
			return nil, err
		}
	}
	if o.RefreshTokenFile != "" {
		app.RefreshFile = c.Path(o.RefreshTokenFile)
	}
	source, err := app.TokenSource()
	if err != nil {
		return nil, err
	}
	if c.tokens == nil {
		c.tokens = map[string]oauth2.TokenSource{}
	}
	c.tokens[key] = source
	return source, nil
}

// SecretFiles are the files of the account that hold secrets, by the name of
// their setting.
func (a Account) SecretFiles(what string) map[string]string {
	files := map[string]string{what + ".password_file": a.PasswordFile}
	if a.OAuth != nil {
		files[what+".oauth.client_secret_file"] = a.OAuth.ClientSecretFile
		files[what+".oauth.refresh_token_file"] = a.OAuth.RefreshTokenFile
	}
	for name, file := range files {
		if file == "" {
			delete(files, name)
		}
	}
	return files
}
