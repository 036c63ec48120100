#!/bin/sh
# After the files are there: the user that the daemon runs as, and the folder of the club.
set -e
if ! getent passwd keryx >/dev/null; then
	if command -v systemd-sysusers >/dev/null; then
		systemd-sysusers /usr/lib/sysusers.d/keryx.conf
	else
		useradd --system --user-group --home-dir /var/lib/keryx --no-create-home --shell /usr/sbin/nologin keryx
	fi
fi
if [ ! -d /var/lib/keryx ]; then
	install -d -m 0700 -o keryx -g keryx /var/lib/keryx
fi
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl try-restart keryx.service
fi
if [ ! -e /var/lib/keryx/keryx.toml ]; then
	cat <<'END'
Keryx is installed. To set up a club:
  cd /var/lib/keryx && sudo -u keryx keryx init
  sudo systemctl enable --now keryx
END
fi
