"""Clients written in Python, driven as drive.mjs drives the others: `python drive.py langchain | fastmcp`."""

import asyncio
import json
import sys

given = json.load(sys.stdin)
url, headers, calls = given["url"], given["headers"], given["calls"]


def said(error: BaseException) -> str:
    """What a person would see: of a group of errors, the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{error}"[:600] or type(error).__name__


async def langchain() -> dict:
    from langchain_mcp_adapters.client import MultiServerMCPClient

    client = MultiServerMCPClient({"palimpsest": {"transport": "http", "url": url, "headers": headers}})
    tools = {tool.name: tool for tool in await client.get_tools()}
    found: dict = {"tools": len(tools), "calls": {}}
    for name, arguments in calls:
        try:
            answer = await tools[name].ainvoke({"type": "tool_call", "id": name, "name": name, "args": arguments})
            found["calls"][name] = "ok" if answer.status == "success" else str(answer.content)
        except Exception as error:
            found["calls"][name] = said(error)
    found["resources"] = len(await client.get_resources("palimpsest"))
    found["read"] = found["resources"]
    found["prompt"] = len(await client.get_prompt("palimpsest", "recall_context", arguments={"query": "x"}))
    return found


async def fastmcp() -> dict:
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport

    async with Client(StreamableHttpTransport(url, headers=headers)) as client:
        found: dict = {"tools": len(await client.list_tools()), "calls": {}}
        for name, arguments in calls:
            try:
                await client.call_tool(name, arguments)
                found["calls"][name] = "ok"
            except Exception as error:
                found["calls"][name] = said(error)
        resources = await client.list_resources()
        found["resources"] = len(resources)
        if resources:
            found["read"] = len(await client.read_resource(resources[0].uri))
        found["prompts"] = len(await client.list_prompts())
        found["prompt"] = len((await client.get_prompt("recall_context", {"query": "x"})).messages)
        return found


try:
    result = asyncio.run({"langchain": langchain, "fastmcp": fastmcp}[sys.argv[1]]())
except BaseException as error:
    result = {"refused": said(error)}
print(json.dumps(result))
