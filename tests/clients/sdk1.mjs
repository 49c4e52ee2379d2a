// The client of @modelcontextprotocol/sdk 1.x, which supports protocol versions before 2026-07-28. Version 1.12 was the
// last one before 2025-06-18.
import { args, attended, calls, capabilities, command, complain, era, handlers, onChange, onLog, run, url } from "./session.mjs";

const sdk = era < "2025-06-18" ? "@modelcontextprotocol/sdk-1-12" : "@modelcontextprotocol/sdk";
const { Client } = await import(`${sdk}/client/index.js`);
const { StdioClientTransport } = await import(`${sdk}/client/stdio.js`);
const { StreamableHTTPClientTransport } = await import(`${sdk}/client/streamableHttp.js`);
const types = await import(`${sdk}/types.js`);
const { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } = types;
if (!ElicitRequestSchema) {
  // This version has no elicitation.
  delete capabilities.elicitation;
  calls.splice(0, calls.length, ...calls.filter((call) => !call.answers?.length));
}

const client = new Client({ name: "clients", version: "1.0.0" }, { capabilities });
if (attended) {
  if (ElicitRequestSchema) client.setRequestHandler(ElicitRequestSchema, handlers.elicit);
  client.setRequestHandler(CreateMessageRequestSchema, handlers.sample);
  client.setRequestHandler(ListRootsRequestSchema, handlers.roots);
}
client.setNotificationHandler(types.LoggingMessageNotificationSchema, onLog);
client.setNotificationHandler(types.ToolListChangedNotificationSchema, onChange);
client.onerror = complain;

const transport = url
  ? new StreamableHTTPClientTransport(url)
  : new StdioClientTransport({ command, args, stderr: "inherit" });
let protocol;
const request = client.request.bind(client);
client.request = async (message, ...rest) => {
  const result = await request(message, ...rest);
  if (message.method === "initialize") protocol = result.protocolVersion;
  return result;
};
await client.connect(transport);
await run({
  protocol,
  list: (params) => client.listTools(params),
  call: (params, options) => client.callTool(params, undefined, options),
  watch: () => () => {},
});
// When the client closes its own event stream, it reports an error.
client.onerror = undefined;
if (url) await transport.terminateSession();
await client.close();
