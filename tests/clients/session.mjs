// Makes the calls of calls.json with a JavaScript client, and records the results.
//
// node PROGRAM ERA SERVER RECORD (URL | COMMAND ARGUMENT...)
import { readFileSync, writeFileSync } from "node:fs";

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
export const capabilities = attended ? { elicitation: { form: {} }, sampling: {}, roots: {} } : {};

/**
 * Writes an error of the client to standard error. Ignores unknown progress tokens, because the SDKs
 * report them if progress arrives together with the response.
 */
export function complain(error) {
  if (!error.message.startsWith("Received a progress notification for an unknown token")) console.error(error);
}

/** Returns the members of a result that `faults.mjs` compares, without those that the client added. */
export function essence({ content, structuredContent, isError }) {
  return { content, ...(structuredContent !== undefined && { structuredContent }), isError: isError ?? false };
}

async function one(call, { tool, arguments: given }, options) {
  try {
    return essence(await call({ name: tool, arguments: given }, options));
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

/** Makes the calls, and writes the record. `list` and `call` send a request with the client. */
export async function run({ protocol, list, call }) {
  const tools = [];
  let cursor;
  do {
    const page = await list(cursor === undefined ? undefined : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);

  const results = {};
  const progress = {};
  for (const entry of calls) {
    answers = entry.answers?.slice();
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
  }
  writeFileSync(record, JSON.stringify({ protocol, tools, results, progress, surprises }));
}
