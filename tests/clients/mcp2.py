"""The client of mcp 2.x, with both protocol versions."""

import anyio
from mcp import Client, StdioServerParameters
from mcp.types import CreateMessageResult, ElicitResult, ListRootsResult, Root, TextContent

import session


async def asked(_context, params):
    return ElicitResult(**session.elicit(params.message))


async def sampled(_context, _params):
    content = TextContent(type="text", text=session.SAMPLE)
    return CreateMessageResult(role="assistant", model="none", content=content)


async def roots(_context):
    return ListRootsResult(roots=[Root(uri=session.ROOT, name="work")])


async def main():
    command, *args = session.target
    server = session.url or StdioServerParameters(command=command, args=args)
    mode = "auto" if session.modern else "legacy"
    callbacks = {"logging_callback": session.on_log, "message_handler": session.on_message}
    if session.attended:
        callbacks["elicitation_callback"] = asked
        callbacks["sampling_callback"] = sampled
        callbacks["list_roots_callback"] = roots
    async with Client(server, mode=mode, **callbacks) as client:
        tools, cursor = [], None
        while True:
            page = await client.list_tools(cursor=cursor)
            tools += page.tools
            cursor = page.next_cursor
            if cursor is None:
                break
        await session.run(
            client.protocol_version,
            tools,
            lambda name, arguments, progress, meta: client.call_tool(
                name, arguments, progress_callback=progress, meta=meta
            ),
            client.listen,
        )


anyio.run(main)
