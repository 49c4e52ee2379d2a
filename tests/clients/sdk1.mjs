// The client of @modelcontextprotocol/sdk 1.x, which supports protocol versions before 2026-07-28.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { args, attended, capabilities, command, complain, handlers, run, url } from "./session.mjs";

const client = new Client({ name: "clients", version: "1.0.0" }, { capabilities });
if (attended) {
  client.setRequestHandler(ElicitRequestSchema, handlers.elicit);
  client.setRequestHandler(CreateMessageRequestSchema, handlers.sample);
  client.setRequestHandler(ListRootsRequestSchema, handlers.roots);
}
client.onerror = complain;

const transport = url
  ? new StreamableHTTPClientTransport(url)
  : new StdioClientTransport({ command, args, stderr: "inherit" });
let protocol;
const told = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (version) => {
  protocol = version;
  told?.(version);
};
await client.connect(transport);
await run({
  protocol,
  list: (params) => client.listTools(params),
  call: (params, options) => client.callTool(params, undefined, options),
});
// When the client closes its own event stream, it reports an error.
client.onerror = undefined;
if (url) await transport.terminateSession();
await client.close();
