#!/usr/bin/env bash
# Starts each example server, sends a few requests, and checks the responses. Each server exits at the
# end of its input.
set -euo pipefail
cd "$(dirname "$0")/.."

ask() { # EXAMPLE, requests on standard input
    cargo run --quiet --example "$1"
}

expect() { # EXAMPLE TEXT ANSWERS
    if ! grep --quiet --fixed-strings -- "$2" <<<"$3"; then
        printf '%s: no %s in\n%s\n' "$1" "$2" "$3" >&2
        exit 1
    fi
}

answers=$(ask weather <<'JSON'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"try.sh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"forecast","arguments":{"city":"Oslo","days":1}}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"forecast","arguments":{"city":"Atlantis"}}}
JSON
)
expect weather '"serverInfo":{"name":"weather"' "$answers"
expect weather '"name":"report_weather"' "$answers"
expect weather '"days":[{"sky":"snow","low":-6.0,"high":-1.5' "$answers"
expect weather 'there is no station in \"Atlantis\"' "$answers"

answers=$(ask own_server <<'JSON'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"try.sh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"convert_length","arguments":{"value":2,"from":"kilometre"}}}
{"jsonrpc":"2.0","id":3,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
{"jsonrpc":"2.0","id":4,"method":"resources/list"}
JSON
)
expect own_server '"protocolVersion":"2025-06-18"' "$answers"
expect own_server '"structuredContent":{"value":2000.0,"unit":"metre"}' "$answers"
expect own_server '"supportedVersions":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]' "$answers"
expect own_server '"code":-32601' "$answers"
if [ "$(wc -l <<<"$answers")" != 4 ]; then
    printf 'own_server: four answers were expected, not\n%s\n' "$answers" >&2
    exit 1
fi

answers=$(ask prompts <<'JSON'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"try.sh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"find","arguments":{"topic":"food"}}}
{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"notes://all","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"notes://other"}}
JSON
)
expect prompts '"capabilities":{"prompts":{},"resources":{},"tools":{}}' "$answers"
expect prompts '"text":"Find food in:' "$answers"
expect prompts '"ttlMs":0' "$answers"
expect prompts '"code":-32002' "$answers"

answers=$(ask adopt_rmcp <<'JSON'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"try.sh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_books","arguments":{}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"lend_book","arguments":{"title":"Emma","reader":"Ada"}}}
JSON
)
expect adopt_rmcp 'Dracula' "$answers"
expect adopt_rmcp '"text":"Ada has it now"' "$answers"

answers=$(ask elicitation <<'JSON'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"try.sh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"book_table","arguments":{"day":"2026-12-24","people":2}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"plan_dinner","arguments":{"people":12},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}
JSON
)
expect elicitation '"text":"Booked for 2 on 2026-12-24, Inside"' "$answers"
expect elicitation '"resultType":"input_required"' "$answers"

answers=$(ask everything <<'JSON'
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_simple_text","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"test_prompt_with_arguments","arguments":{"arg1":"one","arg2":"two"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"test://template/7/data","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
JSON
)
expect everything 'This is a simple text response for testing.' "$answers"
expect everything "arg1='one', arg2='two'" "$answers"
expect everything 'Data for ID: 7' "$answers"

echo "weather, own_server, prompts, adopt_rmcp, elicitation and everything answer"

# Sends a request to the HTTP server without a client. The response ends with its connection.
log=$(mktemp)
cargo build --quiet --example http
"${CARGO_TARGET_DIR:-target}/debug/examples/http" 127.0.0.1:0 2>"$log" &
http=$!
trap 'kill $http 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 600); do
    grep --quiet http "$log" && break
    sleep 0.1
done
address=$(sed 's|http://||; s|/mcp||' "$log")
body='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'
exec 3<>"/dev/tcp/${address%:*}/${address#*:}"
printf '%s\r\n' 'POST /mcp HTTP/1.1' "Host: $address" 'Connection: close' 'User-Agent: try.sh' \
    'Content-Type: application/json' 'Accept: application/json, text/event-stream' \
    'MCP-Protocol-Version: 2026-07-28' 'Mcp-Method: tools/call' 'Mcp-Name: whoami' \
    "Content-Length: ${#body}" '' >&3
printf '%s' "$body" >&3
answers=$(cat <&3)
exec 3>&-
expect http '"text":"\"try.sh\""' "$answers"

# The server exits although a client listens for notifications.
body='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"try.sh","version":"1"}}}'
exec 3<>"/dev/tcp/${address%:*}/${address#*:}"
printf '%s\r\n' 'POST /mcp HTTP/1.1' "Host: $address" 'Connection: close' \
    'Content-Type: application/json' 'Accept: application/json, text/event-stream' \
    "Content-Length: ${#body}" '' >&3
printf '%s' "$body" >&3
answers=$(cat <&3)
session=$(sed -n 's/^mcp-session-id: //p' <<<"$answers")
exec 3<>"/dev/tcp/${address%:*}/${address#*:}"
printf '%s\r\n' 'GET /mcp HTTP/1.1' "Host: $address" 'Accept: text/event-stream' \
    "Mcp-Session-Id: ${session%$'\r'}" '' >&3
read -r answers <&3
expect http '200 OK' "$answers"
kill -TERM "$http"
wait "$http"
exec 3>&-

echo "http answers, and ends"

# Runs the linter on both servers, and on a list with faults. With `--workspace` and an example, cargo uses the same
# features of dependencies as above.
targets=${CARGO_TARGET_DIR:-target}
cargo build --quiet --workspace --example weather --bin mcp-tool-lint
lint() {
    "$targets/debug/mcp-tool-lint" "$@"
}

lint -- "$targets/debug/examples/weather"
lint --client gemini --format json -- "$targets/debug/examples/own_server" >/dev/null
