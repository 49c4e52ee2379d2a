"""Makes the calls of calls.json with a Python client, and records the results.

python PROGRAM ERA SERVER RECORD (URL | COMMAND ARGUMENT...)
"""

import json
import sys
from pathlib import Path

import anyio
from mcp.shared.exceptions import MCPError

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
    try:
        return essence(await call(entry["tool"], entry.get("arguments"), on_progress))
    except MCPError as error:
        return {"error": error.error.code}


async def cancelled(call, entry):
    with anyio.CancelScope() as scope:

        async def stop(*_progress):
            scope.cancel()

        return essence(await call(entry["tool"], entry.get("arguments"), stop))
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


async def run(protocol, tools, call):
    """Makes the calls, and writes the record. `call` takes a tool, its arguments and a progress callback."""
    global answers
    results, progress = {}, {}
    for entry in calls:
        answers = list(entry["answers"]) if "answers" in entry else None
        if entry.get("cancel"):
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
        if answers:
            surprises.append(f"{entry['id']}: the user was not asked")
    told = {"protocol": protocol, "tools": [written(tool) for tool in tools]}
    seen = {"results": results, "progress": progress, "surprises": surprises}
    Path(record).write_text(json.dumps({**told, **seen}))
