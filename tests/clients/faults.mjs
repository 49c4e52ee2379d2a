// Finds the faults in a client's record.
import { isDeepStrictEqual } from "node:util";

const short = (value) => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
};

function definitions(record, names, known) {
  const wrong = [];
  const seen = record.tools.map((tool) => tool.name).sort();
  if (!isDeepStrictEqual(seen, [...names].sort())) {
    wrong.push(`the tools are ${short(seen)}, not ${short(names)}`);
  }
  for (const tool of record.tools) {
    const expected = (known[tool.name] ??= tool);
    if (!isDeepStrictEqual(tool, expected)) {
      wrong.push(`\`${tool.name}\` is ${short(tool)}, not ${short(expected)}`);
    }
  }
  return wrong;
}

function outcome(call, result, era) {
  if (call.error) return result.error === call.error ? [] : [`no error ${call.error}`];
  if (result.error) return ["an error of the protocol"];
  if (call.cancel) return result.cancelled ? [] : ["it was not cancelled"];
  if (result.isError !== Boolean(call.fails)) return [`isError is ${result.isError}`];
  const data = result.structuredContent;
  // `structured` can name a protocol version. Only that version then has structured content. The oldest versions
  // have none.
  const structured = (call.structured === true && era >= "2025-06-18") || call.structured === era;
  if (structured !== (data !== undefined)) {
    return [structured ? "there is no structured content" : "there is structured content"];
  }
  if (structured && !call.own_text) {
    const text = result.content[0]?.text;
    if (result.content.length !== 1 || !isDeepStrictEqual(JSON.parse(text), data)) {
      return ["the text is not the structured content"];
    }
  }
  return [];
}

function steps(call, progress, lost) {
  // Some clients do not report progress.
  if (!call.progress || !progress) return [];
  // A call that asks the user runs once for each round, so its progress can start again.
  const rising = call.answers || progress.every((value, index) => index === 0 || value > progress[index - 1]);
  return rising && progress.length >= call.progress - lost ? [] : [`the progress is ${short(progress)}`];
}

function messages(call, logs) {
  return logs === undefined || logs === call.logs ? [] : [`${logs} log messages, not ${call.logs}`];
}

/** Returns the lines that a server writes to standard error, without the errors that calls expect. */
export function complaints(log, server) {
  const codes = server.calls.map((call) => call.error).filter(Boolean);
  const expected = codes.map((code) => `ErrorCode(${code})`);
  const lines = log.split("\n").filter(Boolean);
  const warning = " WARN rmcp::service: response error ";
  return lines.filter((line) => !(line.includes(warning) && expected.some((code) => line.includes(code))));
}

/**
 * Returns the faults of a run. `first` holds, for each protocol version, the first definition of each
 * tool and the first result of each call. Later clients must receive equal definitions and results. `lost`
 * is the number of progress notifications that the client may lose in each call.
 */
export function faults({ record, server, names, era, first, lost }) {
  const wrong = [...record.surprises];
  if (record.protocol !== era) wrong.push(`it speaks ${record.protocol}`);
  const known = (first[era].tools ??= {});
  wrong.push(...definitions(record, names, known));
  for (const call of server.calls) {
    if (call.era && call.era !== era) continue;
    const result = record.results[call.id];
    if (result === undefined) continue;
    const found = [...outcome(call, result, era), ...steps(call, record.progress[call.id], lost), ...messages(call, record.logs?.[call.id])];
    wrong.push(...found.map((fault) => `${call.id}: ${fault}: ${short(result)}`));
    if (call.varies || found.length) continue;
    const expected = ((first[era].results ??= {})[call.id] ??= result);
    if (!isDeepStrictEqual(result, expected)) {
      wrong.push(`${call.id}: ${short(result)} is not what others get: ${short(expected)}`);
    }
  }
  return wrong;
}
