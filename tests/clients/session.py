"""Makes the calls of calls.json with a Python client, and records the results.

python PROGRAM ERA SERVER RECORD (URL | COMMAND ARGUMENT...)
"""

import contextlib
import json
import sys
from pathlib import Path

import anyio
from mcp.shared.exceptions import MCPError
from mcp.types import ToolListChangedNotification

era, server, record, *target = sys.argv[1:]
modern = era == "2026-07-28"
url = target[0] if target[0].startswith("http") else None

script = json.loads(Path(__file__).with_name("calls.json").read_text())[server]
# Whether a user can answer questions.
attended = not script.get("unattended")
calls = [call for call in script["calls"] if call.get("era", era) == era]

# The user's answers in the running call, in the order of the questions.
answers = None
# Unexpected questions, and expected questions that did not come.
surprises = []


def elicit(message):
    """Returns the user's answer to a question: the action and the content."""
    if answers:
        return answers.pop(0)
    surprises.append(f"“{message}” was not to be asked")
    return {"action": "cancel"}


# The number of log messages and of changes of the list of tools, so far.
heard = {"logs": 0, "changes": 0}


async def on_log(_message):
    heard["logs"] += 1


async def on_change():
    heard["changes"] += 1


async def hears(kind, count):
    with anyio.move_on_after(10):
        while heard[kind] < count:
            await anyio.sleep(0.01)


async def on_message(message):
    if isinstance(message, ToolListChangedNotification):
        await on_change()


@contextlib.asynccontextmanager
async def watch(listen):
    """Watches the list of tools. `listen` opens a stream of protocol version 2026-07-28. Older sessions need none."""
    if not modern:
        yield
        return
    async with listen(tools_list_changed=True) as stream, anyio.create_task_group() as group:

        async def read():
            async for _ in stream:
                await on_change()

        group.start_soon(read)
        yield
        group.cancel_scope.cancel()


SAMPLE = "Paris."
ROOT = "file:///srv/work"


def written(model):
    """Returns the JSON of a model, as it was on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def essence(result):
    """Returns the members of a result that `faults.mjs` compares, without those that the client added."""
    data = result.structured_content
    return {
        "content": [written(block) for block in result.content],
        **({} if data is None else {"structuredContent": data}),
        "isError": bool(result.is_error),
    }


async def one(call, entry, on_progress=None):
    # Since protocol version 2026-07-28, each request sets the lowest level of its log messages.
    meta = {"io.modelcontextprotocol/logLevel": "info"} if modern and entry.get("logs") else None
    try:
        return essence(await call(entry["tool"], entry.get("arguments"), on_progress, meta))
    except MCPError as error:
        return {"error": error.error.code}


async def cancelled(call, entry):
    with anyio.CancelScope() as scope:

        async def stop(*_progress):
            scope.cancel()

        return essence(await call(entry["tool"], entry.get("arguments"), stop, None))
    return {"cancelled": True}


async def many(call, entry):
    answers = set()
    limit = anyio.CapacityLimiter(entry["at_once"])

    async def worker():
        async with limit:
            answers.add(json.dumps(await one(call, entry), sort_keys=True))

    async with anyio.create_task_group() as group:
        for _ in range(entry["load"]):
            group.start_soon(worker)
    if len(answers) != 1:
        raise RuntimeError(f"{entry['id']}: {len(answers)} different answers")
    return json.loads(answers.pop())


async def run(protocol, tools, call, listen):
    """Makes the calls, and writes the record.

    `call` takes a tool, its arguments, a progress callback and the `_meta` of the request. `listen` opens a stream of
    notifications.
    """
    global answers
    results, progress, logs = {}, {}, {}
    for entry in calls:
        answers = list(entry["answers"]) if "answers" in entry else None
        heard.update(logs=0, changes=0)
        if entry.get("changes"):
            async with watch(listen):
                results[entry["id"]] = await one(call, entry)
                await hears("changes", 1)
            if not heard["changes"]:
                surprises.append(f"{entry['id']}: the client did not hear of it")
        elif entry.get("cancel"):
            results[entry["id"]] = await cancelled(call, entry)
        elif entry.get("load"):
            results[entry["id"]] = await many(call, entry)
        else:
            seen = []

            async def step(value, _total=None, _message=None, seen=seen):
                seen.append(value)

            results[entry["id"]] = await one(call, entry, step if entry.get("progress") else None)
            if entry.get("progress"):
                progress[entry["id"]] = seen
        if entry.get("logs"):
            await hears("logs", entry["logs"])
            logs[entry["id"]] = heard["logs"]
        if answers:
            surprises.append(f"{entry['id']}: the user was not asked")
    told = {"protocol": protocol, "tools": [written(tool) for tool in tools]}
    seen = {"results": results, "progress": progress, "logs": logs, "surprises": surprises}
    Path(record).write_text(json.dumps({**told, **seen}))
