//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"
)

// realOffice is a Dovecot and a Postfix that belong to one test: their files lie
// in its directory, their ports are free ones of the loopback interface, and they
// end with it.
type realOffice struct {
	t   *testing.T
	Dir string
	// The ports of 127.0.0.1.
	IMAPS, LMTP, Submission, SMTPS int
	Users                          []realUser
	PostfixPrograms                string
}

// realUser has a mailbox. One without a password has none: Postfix accepts mail for
// him that Dovecot then refuses, so that it comes back.
type realUser struct{ Address, Password string }

// dovecotConf is for Dovecot 2.3, as in Debian 12 and Ubuntu 24.04. Dovecot 2.4
// wants dovecot_config_version and dovecot_storage_version first; there
// mail_location is mail_driver with mail_path, ssl_cert = <FILE is
// ssl_server_cert_file = FILE (and so the key), disable_plaintext_auth is
// auth_allow_cleartext, a passdb is "passdb passwd-file { passwd_file_path = }",
// and default_fields is "fields { uid:default = }".
//
// The mailboxes belong to the user nobody. Services that would chroot into
// Dovecot's own directory stay outside.
var dovecotConf = template.Must(template.New("dovecot.conf").Parse(`
protocols = imap lmtp
listen = 127.0.0.1
instance_name = keryx-test
base_dir = {{.Dir}}/run
state_dir = {{.Dir}}/state
log_path = {{.Dir}}/log/dovecot.log
first_valid_uid = 1
ssl = required
ssl_cert = <{{.Dir}}/cert.pem
ssl_key = <{{.Dir}}/key.pem
auth_mechanisms = plain login
mail_location = maildir:~/Maildir
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
mail_max_userip_connections = 50
passdb {
  driver = passwd-file
  args = username_format=%Lu {{.Dir}}/users
}
userdb {
  driver = passwd-file
  args = username_format=%Lu {{.Dir}}/users
  default_fields = uid=nobody gid=nogroup home={{.Dir}}/mail/%Lu
}
namespace inbox {
  inbox = yes
  mailbox Junk {
    auto = create
    special_use = \Junk
  }
}
protocol lmtp {
  auth_username_format = %Lu
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = {{.IMAPS}}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = {{.LMTP}}
  }
}
service auth {
  unix_listener auth-postfix {
    mode = 0666
  }
}
`))

var dovecotUsers = template.Must(template.New("users").Parse(
	`{{range .Users}}{{if .Password}}{{.Address}}:{PLAIN}{{.Password}}::::::
{{end}}{{end}}`))

// postfixMain lets nothing leave the machine: what is not for one of the
// mailboxes is refused.
var postfixMain = template.Must(template.New("main.cf").Parse(`
compatibility_level = 3.6
maillog_file = {{.Dir}}/log/postfix.log
maillog_file_prefixes = {{.Dir}}
queue_directory = {{.Dir}}/spool
data_directory = {{.Dir}}/data
daemon_directory = {{.PostfixPrograms}}
mail_owner = postfix
setgid_group = postdrop
myhostname = mail.keryx.test
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = club.test, players.test
virtual_mailbox_maps = inline:{ {{range $i, $u := .Users}}{{if $i}}, {{end}}{{$u.Address}}=x{{end}} }
virtual_transport = lmtp:inet:127.0.0.1:{{.LMTP}}
default_transport = error:5.7.1 nothing leaves this machine
relay_transport = error:5.7.1 nothing leaves this machine
recipient_delimiter = +
smtpd_forbid_bare_newline = yes
smtpd_forbid_bare_newline_exclusions =
smtpd_client_connection_rate_limit = 0
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {{.Dir}}/run/auth-postfix
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_tls_cert_file = {{.Dir}}/cert.pem
smtpd_tls_key_file = {{.Dir}}/key.pem
smtp_tls_security_level = none
`))

var postfixMaster = template.Must(template.New("master.cf").Parse(`
127.0.0.1:{{.Submission}} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
127.0.0.1:{{.SMTPS}} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`))

// openRealOffice starts both servers, or skips the test and says what it needs.
func openRealOffice(t *testing.T, users ...realUser) *realOffice {
	t.Helper()
	o := &realOffice{t: t, Dir: t.TempDir(), Users: users}
	o.need()
	ports := freePorts(t, 4)
	o.IMAPS, o.LMTP, o.Submission, o.SMTPS = ports[0], ports[1], ports[2], ports[3]
	o.layOut()
	// Dovecot's log goes to its file only once it has read its configuration.
	o.start("dovecot", "dovecot", "-F", "-c", filepath.Join(o.Dir, "dovecot.conf"))
	// Postfix makes its queue directories when it checks them. Its master is then
	// run as a child of ours: "postfix start-fg" would put a shell between.
	config := filepath.Join(o.Dir, "etc")
	if said, err := exec.Command("postfix", "-c", config, "check").CombinedOutput(); err != nil {
		t.Fatalf("postfix check: %v\n%s", err, said)
	}
	o.start("postfix", filepath.Join(o.PostfixPrograms, "master"), "-c", config, "-s")
	for _, port := range ports {
		o.await(port)
	}
	return o
}

// need skips the test on a machine that lacks something.
func (o *realOffice) need() {
	o.t.Helper()
	const packages = "as root on Debian or Ubuntu: apt-get install dovecot-imapd dovecot-lmtpd postfix gnupg openssh-client"
	for _, program := range []string{"dovecot", "doveadm", "postfix", "postconf", "gpg", "ssh-keygen"} {
		if _, err := exec.LookPath(program); err != nil {
			o.t.Skipf("%s is not installed; %s", program, packages)
		}
	}
	if os.Getuid() != 0 {
		o.t.Skip("Postfix starts as root only: run this test as root, in a container for instance")
	}
	version, err := exec.Command("dovecot", "--version").Output()
	if err != nil || !strings.HasPrefix(string(version), "2.3.") {
		o.t.Skipf("the configuration of this test is for Dovecot 2.3, this is %q", bytes.TrimSpace(version))
	}
	modules, err := exec.Command("doveconf", "-d", "-h", "libexec_dir").Output()
	if _, missing := os.Stat(filepath.Join(string(bytes.TrimSpace(modules)), "lmtp")); err != nil || missing != nil {
		o.t.Skipf("Dovecot has no LMTP; %s", packages)
	}
	programs, err := exec.Command("postconf", "-d", "-h", "daemon_directory").Output()
	if err != nil {
		o.t.Skipf("postconf does not work: %v", err)
	}
	o.PostfixPrograms = string(bytes.TrimSpace(programs))
	// Both servers run their parts as users of their own, who must get here.
	for dir := filepath.Dir(filepath.Dir(o.Dir)); dir != "/"; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&0o001 == 0 {
			o.t.Skipf("others may not enter %s: set TMPDIR to a directory that they may", dir)
		}
	}
}

// layOut writes the configurations, and gives every directory to whoever writes
// there.
func (o *realOffice) layOut() {
	o.t.Helper()
	for dir := o.Dir; dir != filepath.Dir(filepath.Dir(o.Dir)); dir = filepath.Dir(dir) {
		o.ok(os.Chmod(dir, 0o755))
	}
	for name, mode := range map[string]fs.FileMode{"run": 0o755, "state": 0o755, "log": 0o777, "mail": 0o755, "etc": 0o755, "spool": 0o755, "data": 0o755} {
		o.ok(os.Mkdir(filepath.Join(o.Dir, name), mode))
		o.ok(os.Chmod(filepath.Join(o.Dir, name), mode)) // whatever the umask is
	}
	o.own("mail", "nobody")
	o.own("data", "postfix")
	o.certify()
	for name, t := range map[string]*template.Template{
		"dovecot.conf": dovecotConf, "users": dovecotUsers, "etc/main.cf": postfixMain, "etc/master.cf": postfixMaster,
	} {
		var text bytes.Buffer
		o.ok(t.Execute(&text, o))
		o.ok(os.WriteFile(filepath.Join(o.Dir, name), text.Bytes(), 0o644))
	}
}

func (o *realOffice) ok(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o *realOffice) own(dir, name string) {
	o.t.Helper()
	u, err := user.Lookup(name)
	o.ok(err)
	uid, err := strconv.Atoi(u.Uid)
	o.ok(err)
	o.ok(os.Chown(filepath.Join(o.Dir, dir), uid, -1))
}

// certify makes the servers' certificate, which is its own authority.
func (o *realOffice) certify() {
	o.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	o.ok(err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	o.ok(err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	o.ok(err)
	o.ok(os.WriteFile(filepath.Join(o.Dir, "cert.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o644))
	o.ok(os.WriteFile(filepath.Join(o.Dir, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
}

// freePorts returns ports that nobody listens on at this moment.
func freePorts(t *testing.T, n int) []int {
	t.Helper()
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// start runs a server in the foreground, in a session of its own, until the test
// ends. If the test is killed the server goes with it.
func (o *realOffice) start(name, program string, args ...string) {
	o.t.Helper()
	var said bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGTERM}
	cmd.WaitDelay = time.Second
	o.ok(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	o.t.Cleanup(func() {
		o.stop(name, cmd.Process.Pid, ended)
		if o.t.Failed() {
			log, _ := os.ReadFile(filepath.Join(o.Dir, "log", name+".log")) // there may be none
			o.t.Logf("%s said: %s\n%s", name, &said, lastLines(log, 40))
		}
	})
}

// stop ends a server by its process id and sees to it that none of its
// processes stays.
func (o *realOffice) stop(name string, pid int, ended <-chan error) {
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		o.t.Errorf("stopping %s: %v", name, err)
	}
	select {
	case <-ended:
	case <-time.After(5 * time.Minute):
		o.t.Errorf("%s does not stop", name)
	}
	for range 6000 {
		if err := syscall.Kill(-pid, 0); errors.Is(err, syscall.ESRCH) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	o.t.Errorf("%s left processes behind", name)
	_ = syscall.Kill(-pid, syscall.SIGKILL) // the session that start made, nobody else's
}

// await waits until somebody listens on a port.
func (o *realOffice) await(port int) {
	o.t.Helper()
	for range 6000 {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	o.t.Fatalf("nobody listens on port %d", port)
}

// doveadm runs Dovecot's own tool on this Dovecot.
func (o *realOffice) doveadm(ctx context.Context, args ...string) string {
	o.t.Helper()
	args = append([]string{"-c", filepath.Join(o.Dir, "dovecot.conf")}, args...)
	out, err := exec.CommandContext(ctx, "doveadm", args...).CombinedOutput()
	if err != nil {
		o.t.Fatalf("doveadm %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (o *realOffice) password(address string) string {
	i := slices.IndexFunc(o.Users, func(u realUser) bool { return u.Address == address })
	return o.Users[i].Password
}

func lastLines(text []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
