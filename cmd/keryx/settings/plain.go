package settings

import (
	"net"
	"strconv"
	"strings"
	"unicode"

	"keryx/orders/pattern"
)

// hostName is the name of a machine or a domain.
var hostName = pattern.New(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`)

// checkPlain looks at what can be seen from the file alone to be of no use: it would be found otherwise only when the
// daemon starts, or when the first mail is sent.
func (c *Config) checkPlain() error {
	switch {
	case strings.TrimSpace(c.Name) == "":
		return wrongSetting("name", "is empty, want the name that mails come from")
	case strings.ContainsFunc(c.Name, unicode.IsControl):
		return wrongSetting("name", "is %q, want a name in one line", c.Name)
	case !hostName.MatchString(c.Domain):
		return wrongSetting("domain", "is %q, want a domain such as club.example", c.Domain)
	case strings.TrimSpace(c.Database) == "":
		return wrongSetting("database", "is empty, want a file such as keryx.db, or the address of a PostgreSQL database")
	case strings.TrimSpace(c.ServerKey) == "":
		return wrongSetting("server_key", "is empty, want a file such as server-key.asc")
	}
	for _, server := range []struct {
		what string
		Account
	}{{"imap", c.IMAP.Account}, {"smtp", c.SMTP.Account}} {
		if err := server.checkPlain(server.what); err != nil {
			return err
		}
	}
	return nil
}

// checkPlain does so for an account.
func (a Account) checkPlain(what string) error {
	name, port, err := net.SplitHostPort(a.Address)
	if n, not := strconv.Atoi(port); err != nil || name == "" || not != nil || n < 1 || n > 65535 {
		return wrongSetting(what+".address", "is %q, want a machine and a port such as %s.club.example:%s", a.Address, what, map[string]string{"imap": "993", "smtp": "465"}[what])
	}
	var given []string
	for _, one := range [][2]string{{"password", a.Password}, {"password_file", a.PasswordFile}, {"password_env", a.PasswordEnv}} {
		if one[1] != "" {
			given = append(given, one[0])
		}
	}
	switch {
	case len(given) > 1:
		return wrongSetting(what+"."+given[1], "is one password too many: %s is given as well", given[0])
	case len(given) > 0 && a.OAuth != nil:
		return wrongSetting(what+"."+given[0], "is given beside [%s.oauth], which takes its place", what)
	}
	return nil
}
