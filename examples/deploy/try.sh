#!/usr/bin/env bash
# Builds the program of the tutorial as the Dockerfile does, and runs it in a root file system that has only the program
# and its folder, as the Dockerfile's user. Checks the unit and the proxy's configuration. Needs root, Python, the target
# x86_64-unknown-linux-musl and musl-gcc; prints "0 run" for a checker that is not installed. Not part of CI.
set -euo pipefail
cd "$(dirname "$0")/../.."

repository=$PWD deploy=$PWD/examples/deploy
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$repository" "$folder/mcp-tool"
cd "$folder"
cargo new --quiet --vcs none notes && cd notes
# The commands of the tutorial, with the options in their comments
while read -r command; do
    $command --quiet
done < <(sed -n 's/^\$ \(cargo add [^#]*\)#*\(.*\)$/\1\2/p' "$repository/docs/guide/src/tutorial.md")
cp "$repository/tests/guide/examples/notes.rs" src/main.rs
CARGO_TARGET_DIR=$folder/target cargo build --quiet --release --target x86_64-unknown-linux-musl --bin notes

mkdir -p "$folder/root/data" "$folder/root/dev"
mknod -m 666 "$folder/root/dev/null" c 1 3 # container runtimes provide it
cp "$folder/target/x86_64-unknown-linux-musl/release/notes" "$folder/root/notes"
chown 65534:65534 "$folder/root/data"
call() { # NAME ARGUMENTS
    printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}\n' "$1" "$2" |
        python3 -c 'import os, sys; os.chroot(sys.argv[1]); os.chdir("/data"); os.setgroups([]); os.setgid(65534); os.setuid(65534); os.execv("/notes", ["/notes"])' "$folder/root"
}
call add_note '{"title":"Tea","text":"Four minutes."}' | grep --fixed-strings 'added \"Tea\"'
# Another container with the same volume finds the note.
call find_notes '{"words":"minutes"}' | grep --fixed-strings '"structuredContent":{"notes":[{"title":"Tea"'

sed "s|/usr/local/bin/notes|$folder/root/notes|" "$deploy/notes.service" >"$folder/notes.service"
printf 'events {}\nhttp { server { listen 8081; include %s; } }\n' "$deploy/nginx.conf" >"$folder/nginx.conf"
check() { # FILE CHECKER ARGUMENTS
    if command -v "$2" >/dev/null; then "${@:2}" && echo "$1: checked"; else echo "$1: 0 run"; fi
}
check notes.service systemd-analyze verify "$folder/notes.service"
check nginx.conf nginx -q -t -c "$folder/nginx.conf"
