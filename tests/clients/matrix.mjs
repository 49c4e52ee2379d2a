// Runs every client against every server, over each transport of the server and with each protocol version
// of the client. Prints a line for each run, and exits with 1 if a run fails.
//
// node matrix.mjs EXAMPLES INSPECTOR PYTHON [WORD...]
//
// EXAMPLES is the folder of the servers. INSPECTOR is empty if that client does not run. PYTHON is the
// interpreter for the Python clients, or empty. Words select the runs whose lines contain all of them. The
// runs of `raw.mjs` always take place.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { complaints, faults } from "./faults.mjs";
import { proxy } from "./proxy.mjs";

const [examples, inspector, python, ...words] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const servers = JSON.parse(readFileSync(join(here, "calls.json")));
/**
 * The runs of a server: how the output names it, and its arguments for each transport. Without its `flag`, a server
 * has a handler of the SDK for Rust, and still uses the SDK over HTTP.
 */
const variants = ({ stdio, http, flag }, name) => [
  { label: name, stdio, http, isOld: Boolean(flag) },
  ...(flag ? [{ label: `${name} ${flag}`, http: [flag, ...http] }] : []),
];

const oldest = ["2025-03-26"];
const ofOldest = ["weather", "http", "everything --only-tools"];
const old = ["2025-11-25"];
const both = [...old, "2026-07-28"];
const node = (program) => [process.execPath, join(here, program)];
const clients = [
  // `faults.mjs` compares the other clients with this one.
  { name: "bytes", program: node("raw.mjs"), eras: both },
  { name: "bytes", program: node("raw.mjs"), eras: oldest, servers: ofOldest },
  { name: "@modelcontextprotocol/sdk 1.12", program: node("sdk1.mjs"), eras: oldest, servers: ofOldest, lost: 1 },
  { name: "@modelcontextprotocol/sdk 1", program: node("sdk1.mjs"), eras: old, lost: 1 },
  { name: "@modelcontextprotocol/client 2", program: node("client2.mjs"), eras: both, lost: 1 },
  ...(inspector
    ? [{ name: "inspector 2", program: node("inspector.mjs"), eras: both, keepsSessions: true }]
    : []),
  ...(python
    ? [
        { name: "mcp 2", program: [python, join(here, "mcp2.py")], eras: both },
        { name: "fastmcp 4", program: [python, join(here, "fastmcp4.py")], eras: both },
      ]
    : []),
];

const LONGEST = 180_000;
const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Runs a command until it exits, or until the time limit. */
async function ended([command, ...args]) {
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "pipe"],
    env: { ...process.env, HOME: here },
    timeout: LONGEST,
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const [code, signal] = await once(child, "close");
  return { ends: String(code ?? signal), stderr };
}

/** Describes a server on standard input. The client starts it through `serve`. */
function onPipe(server, folder) {
  const log = join(folder, "log");
  const ends = join(folder, "ends");
  return {
    target: ["sh", join(here, "serve"), log, ends, join(examples, server.example), ...server.stdio],
    async stop() {
      // The client can exit before its server does, so wait for the server's exit code.
      let lines;
      for (let tries = 0; tries < 100; tries += 1) {
        lines = read(ends).split("\n").filter(Boolean);
        if (lines.length % 2 === 0) break;
        await pause(50);
      }
      const codes = lines.filter((line) => line !== "started");
      const open = lines.length - 2 * codes.length;
      const wrong = codes.filter((code) => code !== "0");
      return [
        ...(open ? ["the server did not end"] : []),
        ...wrong.map((code) => `the server ended with ${code}`),
        ...complaints(read(log), server).map((line) => `the server's standard error: ${line}`),
      ];
    },
  };
}

/** Starts a server over HTTP. The server writes its URL to standard error. `stop` interrupts the server. */
async function onHttp(server) {
  const child = spawn(join(examples, server.example), server.http, { stdio: ["ignore", "ignore", "pipe"] });
  const close = once(child, "close");
  let stderr = "";
  const listening = new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
      const url = /^(http:\S+)\n/m.exec(stderr)?.[1];
      if (url) resolve(url);
    });
    close.then(() => reject(new Error(`the server does not start: ${stderr}`)));
  });
  const url = await listening;
  const front = await proxy(url);
  return {
    target: [front.url],
    async stop(client) {
      const wrong = front.stop(client, server.isOld);
      child.kill("SIGINT");
      const patience = setTimeout(() => child.kill("SIGKILL"), 60_000);
      const [code, signal] = await close;
      clearTimeout(patience);
      return [
        ...wrong,
        ...(code === 0 ? [] : [`the server ended with ${code ?? signal}`]),
        ...complaints(stderr.replace(`${url}\n`, ""), server)
          .map((line) => `the server's standard error: ${line}`),
      ];
    },
  };
}

function complaintsOf(stderr) {
  const lines = stderr.split("\n").filter((line) => line);
  return lines.length ? [`the client's standard error: ${lines.join("\n")}`] : [];
}

/** Runs a client with a server. Returns the faults of both processes, and the client's record. */
async function meeting(client, name, server, transport, era) {
  const folder = mkdtempSync(join(tmpdir(), "clients-"));
  try {
    const place = transport === "stdio" ? onPipe(server, folder) : await onHttp(server);
    const record = join(folder, "record.json");
    const { ends, stderr } = await ended([...client.program, era, name, record, ...place.target]);
    const wrong = [
      ...(ends === "0" ? [] : [`the client ended with ${ends}`]),
      ...complaintsOf(stderr),
      ...(await place.stop(client)),
    ];
    return { wrong, record: read(record) && JSON.parse(read(record)) };
  } catch (error) {
    return { wrong: [error.stack] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let passed = 0;
let failed = 0;
for (const [name, server] of Object.entries(servers)) {
  const names = Object.keys(JSON.parse(readFileSync(server.golden)));
  const alike = Object.values(servers).filter((other) => other.golden === server.golden);
  const called = new Set(alike.flatMap((other) => other.calls).map((call) => call.tool));
  const uncalled = names.filter((tool) => !called.has(tool));
  if (uncalled.length) {
    failed += 1;
    console.log(`${name}: FAILED\n  calls.json has no call of ${uncalled.join(", ")}`);
  }
  /** For each protocol version, the first result of each call and the first definition of each tool. */
  const first = { "2025-03-26": {}, "2025-11-25": {}, "2026-07-28": {} };
  const places = ["stdio", "http"].flatMap((transport) =>
    variants(server, name)
      .filter((variant) => variant[transport])
      .map((variant) => ({ transport, label: variant.label, variant: { ...server, ...variant } })),
  );
  for (const { transport, label, variant } of places) {
    for (const client of clients.filter(({ servers }) => servers?.includes(label) ?? true)) {
      for (const era of client.eras) {
        const line = `${label}, ${transport}, ${era}: ${client.name}`;
        if (client !== clients[0] && !words.every((word) => line.includes(word))) continue;
        const { wrong, record } = await meeting(client, name, variant, transport, era);
        if (record) wrong.push(...faults({ record, server, names, era, first, lost: client.lost ?? 0 }));
        if (wrong.length) {
          failed += 1;
          console.log(`${line}: FAILED`);
          for (const one of wrong) console.log(`  ${one.trim().replaceAll("\n", "\n  ")}`);
        } else {
          passed += 1;
          const counts = [
            [record.tools.length, "tools"],
            [Object.keys(record.results).length, "calls"],
            [Object.values(record.results).filter((result) => result.isError || result.error).length, "errors"],
            [Object.values(record.progress).flat().length, "steps of progress"],
          ];
          console.log(`${line}: ${counts.filter(([count]) => count).map((pair) => pair.join(" ")).join(", ")}`);
        }
      }
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
