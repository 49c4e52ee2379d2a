// A client that reads the JSON itself, without an MCP library. `faults.mjs` compares the other clients with
// this one. This client skips calls with questions, progress, cancellation or additional headers.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { args, calls, command, era, modern, run, url } from "./session.mjs";

const about = {
  "io.modelcontextprotocol/protocolVersion": era,
  "io.modelcontextprotocol/clientInfo": { name: "clients", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
let next = 0;
const message = (method, params) => ({
  jsonrpc: "2.0",
  ...(!method.startsWith("notifications/") && { id: ++next }),
  method,
  params: modern ? { ...params, _meta: about } : params,
});

function pipe() {
  const waiting = new Map();
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  createInterface(server.stdout).on("line", (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return {
    send: (request) => {
      server.stdin.write(`${JSON.stringify(request)}\n`);
      return request.id && new Promise((done) => waiting.set(request.id, done));
    },
    close: () => server.stdin.end(),
  };
}

function post() {
  let session;
  const common = () => ({
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": era,
    ...(session && { "Mcp-Session-Id": session }),
  });
  async function read(response, wanted) {
    const text = await response.text();
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const values = (name) => text.split("\n").filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
    const bodies = isStream ? values("data:") : [text];
    const answer = bodies.filter((body) => body.trim()).map(JSON.parse).find(({ id }) => id === wanted);
    if (answer || !wanted || !isStream) return answer;
    // The stream was lost before the response, so continue it.
    const headers = { ...common(), "Last-Event-ID": values("id:").at(-1).trim() };
    return read(await fetch(url, { headers }), wanted);
  }
  return {
    send: async (request) => {
      const { method, params } = request;
      const headers = { ...common(), ...(modern && { "Mcp-Method": method }) };
      if (modern && params.name) headers["Mcp-Name"] = params.name;
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
      session ??= response.headers.get("mcp-session-id");
      return read(response, request.id);
    },
    close: () => session && fetch(url, { method: "DELETE", headers: common() }),
  };
}

const server = url ? post() : pipe();
async function ask(method, params) {
  const { result, error } = await server.send(message(method, params));
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}

let protocol;
if (modern) {
  const { supportedVersions } = await ask("server/discover", {});
  protocol = supportedVersions.find((version) => version === era);
} else {
  const clientInfo = { name: "clients", version: "1.0.0" };
  const told = { protocolVersion: era, capabilities: {}, clientInfo };
  protocol = (await ask("initialize", told)).protocolVersion;
  await server.send(message("notifications/initialized", {}));
}
const plain = calls.filter((call) => !call.answers && !call.progress && !call.cancel && !call.header);
calls.splice(0, calls.length, ...plain);
await run({
  protocol,
  list: (params) => ask("tools/list", params ?? {}),
  call: (params) => ask("tools/call", params),
});
await server.close();
