"""One MCP client of PyPI against a server: what it found, read and was answered, as JSON on standard output.

Its orders come as JSON on standard input: `library` (`mcp` or `fastmcp`), `url`, `key`, `session`, `calls` (a list of
`[tool, input]`), `answer` (true, false, or null where the client cannot ask its person), and `read` (addresses of skills).
"""

import asyncio
import hashlib
import json
import sys


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def headers_of(order):
    return {
        "authorization": f"Bearer {order['key']}",
        "x-repertoire-conversation": order["session"],
    }


def text_of(contents):
    return "".join(getattr(part, "text", "") for part in contents)


async def with_mcp(order, questions):
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client
    from mcp_types import ElicitResult

    async def ask(_context, params):
        questions.append(params.message)
        return ElicitResult(action="accept", content={"approve": order["answer"]})

    async with httpx2.AsyncClient(headers=headers_of(order), timeout=60) as http:
        transport = streamable_http_client(order["url"], http_client=http)
        options = {} if order["answer"] is None else {"elicitation_callback": ask}
        async with Client(transport, **options) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            results = []
            for name, given in order["calls"]:
                result = await client.call_tool(name, given)
                texts = [getattr(part, "text", "") for part in result.content]
                results.append({"isError": bool(result.is_error), "texts": texts})
            read = {}
            for uri in order["read"]:
                try:
                    answer = await client.read_resource(uri)
                    read[uri] = {"sha256": sha256(text_of(answer.contents).encode())}
                except Exception as error:  # The server's answer is what is examined.
                    read[uri] = {"error": str(error)}
            return {"tools": tools, "results": results, "read": read}


async def with_fastmcp(order, questions):
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport
    from fastmcp.skills import SkillsClientExtension

    async def ask(message, _type, _params, _context):
        questions.append(message)
        return {"approve": order["answer"]}

    transport = StreamableHttpTransport(order["url"], headers=headers_of(order))
    options = {} if order["answer"] is None else {"elicitation_handler": ask}
    async with Client(transport, extensions=[SkillsClientExtension()], **options) as client:
        tools = [tool.name for tool in await client.list_tools()]
        results = []
        for name, given in order["calls"]:
            result = await client.call_tool(name, given, raise_on_error=False)
            texts = [getattr(part, "text", "") for part in result.content]
            results.append({"isError": bool(result.is_error), "texts": texts})
        listed = [json.loads(skill.model_dump_json(by_alias=True)) for skill in await client.list_skills()]
        read = {}
        for uri in order["read"]:
            try:
                read[uri] = {"sha256": sha256(text_of(await client.read_resource(uri)).encode())}
            except Exception as error:
                read[uri] = {"error": str(error)}
        return {"tools": tools, "results": results, "read": read, "listed": listed}


async def main():
    order = json.load(sys.stdin)
    questions = []
    work = with_mcp if order["library"] == "mcp" else with_fastmcp
    answer = await work(order, questions)
    print(json.dumps({**answer, "questions": questions}))


asyncio.run(main())
