// The command line of @modelcontextprotocol/inspector 2.x. Each call runs the Inspector in a new process,
// which also starts a new server unless a URL is given. The Inspector validates the list strictly (R207).
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { args, calls, command, era, essence, modern, record, url } from "./session.mjs";

const launcher = import.meta.resolve("@modelcontextprotocol/inspector/package.json");
const inspector = fileURLToPath(new URL("clients/launcher/build/index.js", launcher));
const target = url ? ["--server-url", url.href, "--transport", "http"] : [command, ...args];

function inspect(...options) {
  const era = ["--protocol-era", modern ? "modern" : "legacy", "--format", "json"];
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [inspector, "--cli", ...target, ...era, ...options],
    { encoding: "utf8", timeout: 30_000 },
  );
  if (signal) throw new Error(`no answer to ${options.join(" ")}`);
  return { status, stdout, stderr };
}

function result({ status, stdout, stderr }) {
  if (status !== 0 || stderr !== "") throw new Error(`${status}: ${stderr}`);
  return JSON.parse(stdout).result;
}

const { tools } = result(inspect("--method", "tools/list", "--strict"));
const results = {};
for (const entry of calls) {
  // The Inspector cannot answer questions, cannot cancel calls, and shows no progress.
  if (entry.answers || entry.cancel) continue;
  const call = ["--method", "tools/call", "--tool-name", entry.tool];
  const given = entry.arguments ? ["--tool-args-json", JSON.stringify(entry.arguments)] : [];
  if (entry.load) {
    const amount = ["--load-requests", entry.load, "--load-concurrency", entry.at_once];
    const load = result(inspect(...call, ...given, "--load", ...amount));
    if (load.ok !== entry.load) throw new Error(`${entry.id}: ${JSON.stringify(load)}`);
    continue;
  }
  const { status, stdout, stderr } = inspect(...call, ...given);
  if (status === 0) {
    results[entry.id] = essence(result({ status, stdout, stderr }));
    continue;
  }
  const { code } = /^\{"error":/.test(stderr) ? JSON.parse(stderr).error : {};
  if (code === "tool_is_error") results[entry.id] = essence(JSON.parse(stdout).result);
  // The Inspector looks tools up in the list itself. It does not show the codes of other errors.
  else if (code === "tool_not_found") results[entry.id] = { error: -32602 };
  else if (code === "error" && entry.error) results[entry.id] = { error: entry.error };
  else throw new Error(`${entry.id}: ${status}: ${stderr}`);
}
// The Inspector does not report its protocol version, so record the requested one.
writeFileSync(record, JSON.stringify({ protocol: era, tools, results, progress: {}, surprises: [] }));
