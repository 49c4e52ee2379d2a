"""The client of fastmcp 4.x, with both protocol versions."""

import asyncio

from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport
from mcp.client import subscriptions

import session


async def asked(message, _response_type, _params, _context):
    return ElicitResult(**session.elicit(message))


async def sampled(_messages, _params, _context):
    return session.SAMPLE


async def main():
    command, *args = session.target
    server = session.url or StdioTransport(command, args, keep_alive=False)
    mode = "auto" if session.modern else "legacy"
    handlers = {"log_handler": session.on_log, "message_handler": session.on_message}
    if session.attended:
        handlers["elicitation_handler"] = asked
        handlers["sampling_handler"] = sampled
        handlers["roots"] = [session.ROOT]
    async with Client(server, mode=mode, **handlers) as client:

        async def call(name, arguments, progress, meta):
            result = await client.call_tool(
                name, arguments, raise_on_error=False, progress_handler=progress, meta=meta
            )
            # The client builds `data` from the structured content and the output schema.
            if result.structured_content is not None and not result.is_error:
                if result.data is None:
                    raise RuntimeError(f"{name}: no data was made of the structured content")
            return result

        def listen(**events):
            return subscriptions.listen(client.session, **events)

        await session.run(client.protocol_version, await client.list_tools(), call, listen)


asyncio.run(main())
