"""Checks that clients read the prompts and the resource of the example `prompts`, and call its tool. The
clients are that of mcp 2.x and the Inspector, with both protocol versions.

python prompts.py SERVER [NODE INSPECTOR]
"""

import json
import subprocess
import sys

import anyio
from mcp import Client, MCPError, StdioServerParameters

server, *inspector = sys.argv[1:]
NOTES = "Buy bread\nCall Ada\n"
FOUND = f"Find food in:\n{NOTES}"
URI = "notes://all"


async def read(mode):
    async with Client(StdioServerParameters(command=server), mode=mode) as client:
        assert (await client.call_tool("count_notes")).content[0].text == "2"
        prompts = (await client.list_prompts()).prompts
        assert [prompt.name for prompt in prompts] == ["plan", "find"]
        assert [argument.name for argument in prompts[1].arguments] == ["topic"]
        prompt = await client.get_prompt("find", {"topic": "food"})
        assert prompt.messages[0].content.text == FOUND
        resources = (await client.list_resources()).resources
        assert [str(resource.uri) for resource in resources] == [URI]
        contents = (await client.read_resource(URI)).contents
        assert contents[0].text == NOTES

        async def code(request):
            try:
                await request
            except MCPError as error:
                return error.error.code

        unknown = -32602 if client.protocol_version >= "2026-07-28" else -32002
        assert await code(client.read_resource("notes://other")) == unknown
        assert await code(client.get_prompt("find")) == -32602
        assert await code(client.get_prompt("other")) == -32602
        assert await code(client.list_resource_templates()) == -32601
        return client.protocol_version


def inspect(era):
    def run(*words):
        command = [*inspector, "--cli", server, "--protocol-era", era, "--format", "json", *words]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return json.loads(done.stdout)["result"]

    assert [prompt["name"] for prompt in run("--method", "prompts/list")["prompts"]] == ["plan", "find"]
    words = ["--prompt-name", "find", "--prompt-args", "topic=food"]
    prompt = run("--method", "prompts/get", *words)
    assert prompt["messages"][0]["content"]["text"] == FOUND
    assert [found["uri"] for found in run("--method", "resources/list")["resources"]] == [URI]
    assert run("--method", "resources/read", "--uri", URI)["contents"][0]["text"] == NOTES


for mode in ["legacy", "auto"]:
    print(f"clients: prompts: mcp {anyio.run(read, mode)}: ok")
for era in ["legacy", "modern"] if inspector else []:
    inspect(era)
    print(f"clients: prompts: inspector {era}: ok")
