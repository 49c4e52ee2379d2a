//! Tests of `mcp-tool-runtime` as its users see it; see the files in `tests/`.
