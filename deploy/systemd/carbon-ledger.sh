#!/bin/sh
# /usr/local/sbin/carbon-ledger: operator commands as the service's user and with its settings, for root.
set -eu
set -a
. /etc/carbon-ledger/carbon-ledger.env
DATA_DIR=/var/lib/carbon-ledger
set +a
cd /opt/carbon-ledger
exec setpriv --reuid carbon-ledger --regid carbon-ledger --init-groups node dist/cli.js "$@"
