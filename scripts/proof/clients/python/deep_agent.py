"""An agent of deepagents whose model follows a script, with Repertoire's tools over MCP.

Its orders come as JSON on standard input: `url`, `key`, `session`, and `calls` (a list of `[tool, input]`, one for each
step of the model). On standard output: the `tools` it was offered, and the `results` as the model was given them.
"""

import asyncio
import json
import sys
from importlib.metadata import version
from typing import Any

from deepagents import create_deep_agent
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_mcp_adapters.client import MultiServerMCPClient
from mcp.types import Implementation


class ScriptedModel(BaseChatModel):
    """Makes the calls of its script, one a step, and then says that it is done."""

    calls: list[tuple[str, dict[str, Any]]]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **_: Any) -> "ScriptedModel":
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        step = sum(isinstance(message, ToolMessage) for message in messages)
        if step == len(self.calls):
            answer = AIMessage("done")
        else:
            name, given = self.calls[step]
            answer = AIMessage("", tool_calls=[{"name": name, "args": given, "id": f"call_{step}"}])
        return ChatResult(generations=[ChatGeneration(message=answer)])


async def main() -> None:
    order = json.load(sys.stdin)
    headers = {
        "authorization": f"Bearer {order['key']}",
        "x-repertoire-conversation": order["session"],
    }
    name = Implementation(name="deepagents", version=version("deepagents"))
    server = {
        "transport": "streamable_http",
        "url": order["url"],
        "headers": headers,
        "session_kwargs": {"client_info": name},
    }
    tools = await MultiServerMCPClient({"repertoire": server}).get_tools()
    agent = create_deep_agent(model=ScriptedModel(calls=order["calls"]), tools=tools)
    state = await agent.ainvoke({"messages": [("user", "Add up the invoice.")]})
    results = [message for message in state["messages"] if isinstance(message, ToolMessage)]
    print(
        json.dumps(
            {
                "tools": [tool.name for tool in tools],
                "results": [
                    {"tool": one.name, "isError": one.status == "error", "text": one.text}
                    for one in results
                ],
            }
        )
    )


asyncio.run(main())
