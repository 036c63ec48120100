#!/bin/sh
# Before the files go for good, and not when others take their place. The club's own files in /var/lib/keryx stay.
set -e
case "$1" in
remove | 0)
	if [ -d /run/systemd/system ]; then
		systemctl disable --now keryx.service || true
	fi
	;;
esac
