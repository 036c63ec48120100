package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"

	"keryx/cmd/keryx/settings"
	"keryx/mail/wire"
)

const insecureMend = `Set tls = "implicit" or "starttls": a password does not travel in the clear.`

// explain says in one sentence why a server could not be used, and in another what
// to do about it.
func explain(err error, what string, a settings.Account) (says, mend string) {
	host, port, _ := net.SplitHostPort(a.Address)
	var (
		dns      *net.DNSError
		unknown  x509.UnknownAuthorityError
		name     x509.HostnameError
		invalid  x509.CertificateInvalidError
		record   tls.RecordHeaderError
		sending  *wire.SendError
		timedOut net.Error
	)
	if errors.As(err, &sending) {
		says = sending.Reason()
	} else {
		says = err.Error()
	}
	switch {
	case errors.Is(err, wire.ErrInsecure):
		return says, insecureMend
	case errors.Is(err, wire.ErrAuth):
		return fmt.Sprintf("%s refused the credentials of %s", host, a.User), credentials(what, host, a)
	case errors.As(err, &dns):
		return fmt.Sprintf("the name %s is not known", host), fmt.Sprintf("Check the spelling of \"address\" in [%s], and that this machine can resolve names.", what)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing answers at %s", a.Address), fmt.Sprintf("Check the port in [%s]: %s", what, ports(what))
	case errors.As(err, &unknown):
		return fmt.Sprintf("the certificate of %s is signed by an authority that this machine does not know", host),
			fmt.Sprintf("If the authority is your own, name its certificate as ca_file in [%s]; otherwise somebody may be listening in.", what)
	case errors.As(err, &name):
		return fmt.Sprintf("the certificate of %s is for another name: %v", host, name), fmt.Sprintf("Write the name that the certificate is for as \"address\" in [%s].", what)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Sprintf("the certificate of %s has expired, or is not valid yet", host), "Renew it, or set this machine's clock if that is wrong."
	case errors.As(err, &record), strings.Contains(says, "first record does not look like a TLS handshake"):
		return fmt.Sprintf("%s does not begin with TLS", a.Address), fmt.Sprintf("Set tls = \"starttls\" in [%s], or take the other port: %s", what, ports(what))
	case strings.Contains(strings.ToUpper(says), "STARTTLS"):
		return fmt.Sprintf("%s does not offer STARTTLS", a.Address), fmt.Sprintf("Set tls = \"implicit\" in [%s] with the port for it: %s If the server did offer it before, somebody may be listening in.", what, ports(what))
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timedOut) && timedOut.Timeout():
		return fmt.Sprintf("%s does not answer", a.Address), fmt.Sprintf("Check that no firewall stands between: many hosters of machines block port %s until asked. %s", port, ports(what))
	}
	return says, fmt.Sprintf("Check [%s] in the configuration against what the provider says for this account.", what)
}

// ports names the usual ports.
func ports(what string) string {
	if what == "imap" {
		return `993 with tls = "implicit", 143 with "starttls".`
	}
	return `465 with tls = "implicit", 587 with "starttls".`
}

// credentials says what a provider wants in place of the password of its web page.
func credentials(what, host string, a settings.Account) string {
	host = strings.ToLower(host)
	switch {
	case a.OAuth != nil:
		return fmt.Sprintf("Have the owner of the mailbox consent anew and put the new refresh token into refresh_token_file; check the scopes in [%s.oauth].", what)
	case strings.Contains(host, "gmail") || strings.Contains(host, "google"):
		return "Gmail takes no ordinary password: switch two-step verification on and make an app password (myaccount.google.com, Security), or use OAuth; keryx help mail-trouble tells how."
	case strings.Contains(host, "outlook") || strings.Contains(host, "office365") || strings.Contains(host, "hotmail"):
		return "Outlook and Microsoft 365 take no passwords from programs: use OAuth; keryx help mail-trouble tells how. For SMTP the administrator must also allow authenticated SMTP for the mailbox."
	case strings.Contains(host, "mail.me.com"):
		return "iCloud wants a password for this program alone: make one at appleid.apple.com."
	case strings.Contains(host, "yahoo"):
		return "Yahoo wants an app password: make one in the account's security settings."
	}
	return fmt.Sprintf("Check user and password in [%s]; many providers want an app password, made in the account's security settings, in place of the ordinary one.", what)
}
