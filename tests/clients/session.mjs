// Makes the calls of calls.json with a JavaScript client, and records the results.
//
// node PROGRAM ERA SERVER RECORD (URL | COMMAND ARGUMENT...)
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const [era, server, record, ...target] = process.argv.slice(2);
export const modern = era === "2026-07-28";
export { era, record };
export const url = target[0].startsWith("http") ? new URL(target[0]) : undefined;
export const [command, ...args] = target;
const script = JSON.parse(readFileSync(new URL("calls.json", import.meta.url)))[server];
/** Whether a user can answer questions. */
export const attended = script.unattended !== true;
export const calls = script.calls.filter((call) => !call.era || call.era === era);

/** The user's answers in the running call, in the order of the questions. */
let answers;
/** Unexpected questions, and expected questions that did not come. */
const surprises = [];
/** Handlers of the server's requests. They answer for the user, the model and the file system. */
export const handlers = {
  elicit({ params }) {
    if (answers?.length) return answers.shift();
    surprises.push(`“${params.message}” was not to be asked`);
    return { action: "cancel" };
  },
  sample: () => ({ role: "assistant", model: "none", content: { type: "text", text: "Paris." } }),
  roots: () => ({ roots: [{ uri: "file:///srv/work", name: "work" }] }),
};
/** The number of log messages and of changes of the list of tools, so far. */
const heard = { logs: 0, changes: 0 };
export const onLog = () => (heard.logs += 1);
export const onChange = () => (heard.changes += 1);
async function hears(kind, count) {
  for (const end = Date.now() + 10_000; heard[kind] < count && Date.now() < end; ) await pause(10);
}

export const capabilities = attended ? { elicitation: { form: {} }, sampling: {}, roots: {} } : {};

/**
 * Writes an error of the client to standard error. Ignores unknown progress tokens, because the SDKs report them if
 * progress arrives together with the response.
 */
export function complain({ message, stack }) {
  if (!message.includes("Received a progress notification for an unknown token")) console.error(stack);
}

/** Returns the members of a result that `faults.mjs` compares, without those that the client added. */
export function essence({ content, structuredContent, isError }) {
  return { content, ...(structuredContent !== undefined && { structuredContent }), isError: isError ?? false };
}

// Since protocol version 2026-07-28, each request sets the lowest level of its log messages.
const level = { "io.modelcontextprotocol/logLevel": "info" };

async function one(call, { tool, arguments: given, logs }, options) {
  try {
    const params = { name: tool, arguments: given, ...(logs && modern && { _meta: level }) };
    return essence(await call(params, options));
  } catch (error) {
    if (typeof error.code !== "number") throw error;
    return { error: error.code };
  }
}

async function cancelled(call, entry) {
  const stop = new AbortController();
  const running = call(
    { name: entry.tool, arguments: entry.arguments },
    { signal: stop.signal, onprogress: () => stop.abort() },
  );
  return running.then(essence, (error) => {
    if (!stop.signal.aborted) throw error;
    return { cancelled: true };
  });
}

async function many(call, entry) {
  const answers = new Set();
  let left = entry.load;
  const worker = async () => {
    while (left-- > 0) answers.add(JSON.stringify(await one(call, entry)));
  };
  await Promise.all(Array.from({ length: entry.at_once }, worker));
  if (answers.size !== 1) throw new Error(`${entry.id}: ${answers.size} different answers`);
  return JSON.parse([...answers][0]);
}

/**
 * Makes the calls, and writes the record. `list` and `call` send a request with the client. `watch` starts to watch
 * the list of tools, and returns a function that stops it. Without `watch`, the client cannot hear the server.
 */
export async function run({ protocol, list, call, watch }) {
  const tools = [];
  let cursor;
  do {
    const page = await list(cursor === undefined ? undefined : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);

  const results = {};
  const progress = {};
  const logs = {};
  for (const entry of calls) {
    answers = entry.answers?.slice();
    heard.logs = 0;
    heard.changes = 0;
    const stop = entry.changes && (await watch?.());
    if (entry.cancel) {
      results[entry.id] = await cancelled(call, entry);
    } else if (entry.load) {
      results[entry.id] = await many(call, entry);
    } else {
      const seen = [];
      const options = entry.progress ? { onprogress: (step) => seen.push(step.progress) } : undefined;
      results[entry.id] = await one(call, entry, options);
      if (entry.progress) progress[entry.id] = seen;
    }
    if (answers?.length) surprises.push(`${entry.id}: the user was not asked`);
    if (entry.logs && watch) {
      await hears("logs", entry.logs);
      logs[entry.id] = heard.logs;
    }
    if (entry.changes && watch) {
      await hears("changes", 1);
      if (!heard.changes) surprises.push(`${entry.id}: the client did not hear of it`);
      await stop();
    }
  }
  writeFileSync(record, JSON.stringify({ protocol, tools, results, progress, logs, surprises }));
}
