"""Serves `add` with FastMCP, over standard input and output, or at HOST:PORT."""

import sys

from fastmcp import FastMCP
from pydantic import BaseModel


class Sum(BaseModel):
    sum: int


server = FastMCP("bench", version="1.0.0")


@server.tool
async def add(a: int, b: int) -> Sum:
    """Adds two numbers."""
    return Sum(sum=a + b)


if len(sys.argv) == 1:
    server.run(show_banner=False)
else:
    host, port = sys.argv[1].split(":")
    server.run(
        "http",
        show_banner=False,
        host=host,
        port=int(port),
        log_level="error",
        json_response=True,
        stateless_http=True,
        uvicorn_config={"access_log": False},
    )
