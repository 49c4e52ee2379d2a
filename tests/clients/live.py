"""Checks that clients of the example `live` see added and removed tools. The clients are that of mcp
2.x, with both protocol versions, and the Inspector's `mcpdo`, which keeps one connection over several
commands.

python live.py SERVER [NODE MCPDO]

Each client lists the tools. The script then creates a file, which adds a tool. The client calls this
tool, and the script deletes the file. Each client uses one connection for all these steps.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters
from mcp.types import ToolListChangedNotification

server, *inspector = sys.argv[1:]
SECONDS = 60


def names(tools):
    return [tool.name for tool in tools]


@contextlib.asynccontextmanager
async def changes(client, heard):
    """Yields an asynchronous function that waits for the next change of the list."""
    if client.protocol_version < "2026-07-28":
        yield heard.receive
        return
    async with client.listen(tools_list_changed=True) as stream:
        yield stream.__anext__


async def watch(folder, mode):
    told, heard = anyio.create_memory_object_stream(100)

    async def message(message):
        if isinstance(message, ToolListChangedNotification):
            told.send_nowait(message)

    target = StdioServerParameters(command=server, args=[str(folder)])
    async with Client(target, mode=mode, message_handler=message) as client:
        async with changes(client, heard) as change:
            assert names((await client.list_tools()).tools) == ["list_notes"]
            note = folder / "shopping.txt"
            note.write_text("Shopping\nbread")
            with anyio.fail_after(SECONDS):
                await change()
            assert names((await client.list_tools()).tools) == ["list_notes", "shopping"]
            result = await client.call_tool("shopping")
            assert result.content[0].text == "Shopping\nbread", result
            note.unlink()
            with anyio.fail_after(SECONDS):
                await change()
            assert names((await client.list_tools()).tools) == ["list_notes"]
        return client.protocol_version


def inspect(folder, era):
    # Use a separate home directory, so that `mcpdo` does not use the user's daemon.
    home = tempfile.TemporaryDirectory(prefix="home-")
    variables = {"HOME": home.name, "MCP_INSPECTOR_SECRET_STORE": "memory"}

    def run(*words):
        command = [*inspector, "--format", "json", "--connection", "notes", *words]
        done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def becomes(expected):
        end = time.monotonic() + SECONDS
        while (listed := [tool["name"] for tool in json.loads(run("tools/list"))["tools"]]) != expected:
            assert time.monotonic() < end, f"{listed} is not {expected}"

    def connected():
        return json.loads(run("connections/list"))["connections"][0]["connectedAt"]

    with home:
        run("connect", "--era", era, "--", server, str(folder))
        try:
            since = connected()
            becomes(["list_notes"])
            note = folder / "shopping.txt"
            note.write_text("Shopping\nbread")
            becomes(["list_notes", "shopping"])
            assert "bread" in run("tools/call", "shopping")
            note.unlink()
            becomes(["list_notes"])
            assert connected() == since, "it has connected again"
        finally:
            run("daemon", "stop")


def folder():
    return tempfile.TemporaryDirectory(prefix="notes-")


for mode in ["legacy", "auto"]:
    with folder() as notes:
        version = anyio.run(watch, Path(notes), mode)
    print(f"clients: live: mcp {version}: ok")
for era in ["legacy", "modern"] if inspector else []:
    with folder() as notes:
        inspect(Path(notes), era)
    print(f"clients: live: inspector {era}: ok")
