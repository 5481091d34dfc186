#!/bin/sh
# /usr/local/sbin/carbon-ledger: operator commands as the service's user and with its settings, for root.
# They run in the folder of the program, as in the unit: name files by their whole paths, and such as that user may reach.
# DATA_DIR of the caller wins, for restores beside the service; CARBON_LEDGER_HOME names the folder of another release.
set -eu
data_dir=${DATA_DIR:-}
set -a
. /etc/carbon-ledger/carbon-ledger.env
DATA_DIR=${data_dir:-${DATA_DIR:-/var/lib/carbon-ledger}}
set +a
cd "${CARBON_LEDGER_HOME:-/opt/carbon-ledger}"
exec setpriv --reuid carbon-ledger --regid carbon-ledger --init-groups node dist/cli.js "$@"
