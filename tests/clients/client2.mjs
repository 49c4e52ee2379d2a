// The client of @modelcontextprotocol/client 2.x, with both protocol versions.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { args, attended, capabilities, command, complain, handlers, modern, onChange, onLog, run, url } from "./session.mjs";

const client = new Client(
  { name: "clients", version: "1.0.0" },
  { capabilities, versionNegotiation: { mode: modern ? "auto" : "legacy" } },
);
if (attended) {
  client.setRequestHandler("elicitation/create", handlers.elicit);
  client.setRequestHandler("sampling/createMessage", handlers.sample);
  client.setRequestHandler("roots/list", handlers.roots);
}
client.setNotificationHandler("notifications/message", onLog);
client.setNotificationHandler("notifications/tools/list_changed", onChange);
client.onerror = complain;

const transport = url
  ? new StreamableHTTPClientTransport(url)
  : new StdioClientTransport({ command, args, stderr: "inherit" });
await client.connect(transport);
await run({
  protocol: client.getNegotiatedProtocolVersion(),
  list: (params) => client.listTools(params),
  call: (params, options) => client.callTool(params, options),
  watch: async () => {
    const stream = modern ? await client.listen({ toolsListChanged: true }) : undefined;
    return () => stream?.close();
  },
});
if (url && !modern) await transport.terminateSession();
await client.close();
