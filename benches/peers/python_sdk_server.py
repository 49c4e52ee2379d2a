"""Serves `add` with the official Python SDK, over standard input and output, or at HOST:PORT."""

import sys

from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel


class Sum(BaseModel):
    sum: int


server = MCPServer("bench", version="1.0.0", log_level="ERROR")


@server.tool()
async def add(a: int, b: int) -> Sum:
    """Adds two numbers."""
    return Sum(sum=a + b)


if len(sys.argv) == 1:
    server.run()
else:
    host, port = sys.argv[1].split(":")
    server.run("streamable-http", host=host, port=int(port), json_response=True, stateless_http=True)
