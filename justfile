# `just` lists the recipes. Each one is what .ci/run runs.

_default:
    @just --list

# Runs everything that must pass
ci:
    bash .ci/run

# Checks the formatting
format:
    cargo fmt --all --check

# Runs Clippy; warnings are errors
lint:
    cargo clippy --workspace --all-targets --all-features -- -D warnings

# Runs all tests
test:
    cargo test --workspace --no-fail-fast

# Tests that features of serde_json do not change the list of tools
order:
    SERDE_JSON= cargo test --workspace --test bytes
    SERDE_JSON=preserve_order cargo test -p mcp-tool-tests-order --features serde_json/preserve_order
    SERDE_JSON=arbitrary_precision cargo test -p mcp-tool-tests-order --features serde_json/arbitrary_precision

# Builds the documentation; warnings are errors
docs:
    bash .ci/doc

# Compares the public API of each crate with its record
public-api:
    bash .ci/public-api

# Checks licences, banned crates and sources of all dependencies; prints "0 run" without cargo-deny
deny:
    bash .ci/deny

# Counts the crates that the quickstart builds in a fresh clone; fails above 110
first-build:
    bash .ci/first-build

# Runs all tests in a copy with the newest dependencies, or checks it with the oldest (`--oldest`); not part of CI
newest *WORDS:
    bash .ci/newest {{WORDS}}

# Checks each crate with features without them and with each one; a workspace build unites features
features:
    cargo check -p mcp-tool-runtime
    for feature in garde http-types inventory metrics regex request-state rmcp-types testing tokio tower; do cargo check -p mcp-tool-runtime --features $feature || exit 1; done
    cargo check -p mcp-tool-server
    cargo check -p mcp-tool-server --features http
    cargo check -p mcp-tool-server --features testing
    cargo check -p mcp-tool-rmcp
    cargo check -p mcp-tool-rmcp --features server
    cargo check -p mcp-tool-rmcp --features http
    cargo check -p mcp-tool-rmcp --features http,server
    cargo check -p mcp-tool-schema
    cargo check -p mcp-tool-schema --features regex
    cargo check -p mcp-tool-lint
    cargo check -p mcp-tool-lint --features cli

# Runs all examples; servers get one request each
examples:
    cargo run --quiet --example quickstart
    cargo run --quiet --example all_options
    cargo run --quiet --example methods
    cargo run --quiet --example by_value
    cargo run --quiet --example content
    cargo run --quiet --example errors
    bash examples/try.sh

# Compiles every schema of the tests with Ajv in strict mode; prints "0 run" without npm
ajv:
    bash tests/ajv/run

# Runs clients in other languages against the examples; prints "0 run" without npm
clients *WORDS:
    bash tests/clients/run {{WORDS}}

# Runs the public conformance suite against `everything`; prints "0 run" without npm
conformance:
    bash tests/conformance/run

# Compares an SDK server on the SDK's own transports with the same server beside an empty registry on ours
parity:
    RUST_BACKTRACE=0 cargo test --quiet --workspace --test sdk_parity -- --nocapture

# Compares typical tools with those of rmcp's macros: bytes, tokens, findings of the linter
sizes:
    cargo run --quiet --example sizes

# Runs random histories of a client against the server, in a release build; not part of CI
histories TIMES="1000000":
    HISTORIES={{TIMES}} cargo test --release --workspace --test histories

# Runs the cases in FOLDER, the folder `tests/draft2020-12` of JSON-Schema-Test-Suite, against the validator; not part of CI
json-schema-suite FOLDER:
    cargo run --quiet -p mcp-tool-schema --features regex --example json_schema_suite -- {{quote(FOLDER)}}

# Counts instructions and allocations of calls, also of handwritten code and rmcp; `--record` records them
bench *WORDS:
    bash .ci/bench {{WORDS}}

# Measures the CPU time of HTTP calls, with 64 connections, in three rounds of SECONDS per server; `--record` records it
bench-http SECONDS="5" *WORDS:
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 cargo run --quiet --release -p mcp-tool-benches -- http {{SECONDS}} {{WORDS}}

# Measures the memory of 10,000 idle sessions and of 5,000 event streams over HTTP; `--record` records it
http-memory *WORDS:
    ulimit -S -n "$(ulimit -H -n)" || true; CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 cargo run --quiet --release -p mcp-tool-benches --features beside-handler -- http-memory {{WORDS}}

# Measures how costs grow with the number of tools, sizes and clients; updates the tables and the plot in docs
bench-growth:
    ulimit -S -n "$(ulimit -H -n)" || true; CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 cargo run --quiet --release -p mcp-tool-benches -- growth

# Compares builds and calls with TurboMCP, tower-mcp, rmcp, FastMCP and the Python SDK; `--record` records the table
bench-peers SECONDS="5" *WORDS:
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 cargo run --quiet --release -p mcp-tool-benches -- peers {{SECONDS}} {{WORDS}}

# Measures CPU seconds and sizes of builds, each TURNS times; writes the table in docs/PERFORMANCE.md
bench-build TURNS="3":
    cargo run --quiet --release -p mcp-tool-benches -- build {{TURNS}}

# Measures the peak memory of the server `hello` with a fast client, and with one that does not read; not part of CI
memory:
    cargo build --quiet --release --example hello
    cargo run --quiet --release -p mcp-tool-benches -- stdio-memory target/release/examples/hello

# Prints the expansion of a tool with two arguments, and its number of lines
expansion:
    cargo test --quiet -p mcp-tool-macros --lib the_expansion_stays_small -- --nocapture

# Records the errors of wrong programs, and writes their page; read the diff
bless:
    UPDATE_SNAPSHOTS=1 cargo test --workspace --lib -- each_mistake
    UPDATE_SNAPSHOTS=1 cargo test --workspace --test ui -- each_compiler_phase
    TRYBUILD=overwrite cargo test --workspace --test ui -- mistakes_do_not_compile
    just diagnostics

# Writes docs/diagnostics from the recorded reports
diagnostics:
    UPDATE_SNAPSHOTS=1 cargo test --workspace --test ui -- diagnostics

# Writes docs/CLIENTS.md from the rules of the linter
client-page:
    UPDATE_SNAPSHOTS=1 cargo test -p mcp-tool-tests --test lint -- clients_page

# Records the snapshots, the examples' lists and the public API; read the diff
snapshots:
    UPDATE_SNAPSHOTS=1 bash .ci/public-api
    UPDATE_SNAPSHOTS=1 cargo test -p mcp-tool-macros -p mcp-tool-tests -p mcp-tool-tests-order
    UPDATE_GOLDEN=1 cargo test -p 'mcp-tool-examples*' -p mcp-tool-tests-sizes --examples --tests

# Builds the packages as users get them, in the order of publishing
packages:
    cargo publish --workspace --dry-run

# Publishes all crates, each after those that it needs
publish:
    cargo publish --workspace

# Compares the public API with that of the last tag; prints "0 run" without a tag
semver:
    bash .ci/semver

# Checks the oldest compiler, wasm32 and 32-bit Linux; prints "0 run" for what rustup cannot install
platforms:
    bash .ci/platforms

# Checks the subjects of the commits after BASE, or after the last tag
commits *BASE:
    bash .ci/commits {{BASE}}

# Prints the notes of VERSION, if the manifests and the CHANGELOG have this version
release-notes VERSION:
    bash .ci/release-notes {{VERSION}}

# Runs what docs/guide/src/deploy.md shows, as far as the machine can; not part of CI
deploy:
    bash examples/deploy/try.sh

# Records docs/plots/inspector.svg: the Inspector calls the server of README.md
recording:
    bash .ci/recording
