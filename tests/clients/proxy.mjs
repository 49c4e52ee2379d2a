// Forwards the requests of a client to a server over HTTP, and counts sessions and streams. If a client can resume
// streams, ends each event stream of `test_reconnection` after its first event.
import { once } from "node:events";
import { createServer, request } from "node:http";

// Only the versions from 2025-11-25 on have the first event from which a client can resume.
const resumes = (headers) => headers["mcp-session-id"] && headers["mcp-protocol-version"] >= "2025-11-25";

export async function proxy(target) {
  const seen = { opened: 0, ended: 0, cut: 0, resumed: 0, listened: 0 };
  const server = createServer(async (incoming, outgoing) => {
    const { method, headers } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const onward = request(target, { method, headers });
    const cuts = method === "POST" && resumes(headers) && body.includes('"test_reconnection"');
    outgoing.on("close", () => onward.destroy());
    onward.on("error", () => outgoing.destroy());
    onward.on("response", (response) => {
      const isStream = response.headers["content-type"] === "text/event-stream";
      const isGood = response.statusCode < 300;
      if (isGood && body.includes('"initialize"') && response.headers["mcp-session-id"]) seen.opened += 1;
      if (isGood && method === "DELETE") seen.ended += 1;
      if (isGood && isStream && method === "GET") seen[headers["last-event-id"] ? "resumed" : "listened"] += 1;
      outgoing.writeHead(response.statusCode, response.rawHeaders);
      outgoing.flushHeaders();
      if (cuts && isStream) {
        seen.cut += 1;
        response.once("data", (event) => outgoing.end(event));
      } else {
        response.pipe(outgoing);
      }
      response.on("error", () => outgoing.destroy());
    });
    onward.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}${new URL(target).pathname}`,
    /** Returns what is wrong with the sessions. `isOld` servers let clients resume the streams of cancelled calls. */
    stop({ keepsSessions = false }, isOld) {
      server.close();
      server.closeAllConnections();
      const { opened, ended, cut, resumed, listened } = seen;
      return [
        ...(keepsSessions || ended === opened ? [] : [`${opened} sessions were opened, and ${ended} ended`]),
        ...(resumed === cut || (isOld && resumed > cut) ? [] : [`${cut} streams were lost, and ${resumed} resumed`]),
        ...(listened <= opened || isOld ? [] : [`${opened} sessions had ${listened} streams of notifications`]),
      ];
    },
  };
}
