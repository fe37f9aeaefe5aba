"""Asks `arbiter mcp` and `arbiter serve` with the Model Context Protocol's own Python client. Argument: the command."""

import asyncio
import base64
import faulthandler
import os
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
from mcp import Client, StdioServerParameters

MATED = "7k/6Q1/6K1/8/8/8/8/8 b"
ENDLESS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
# What each tool is asked, and what must be in the text of its answer. The client itself compares every answer with
# the schema that it was told.
ASKED = [
    ("status", {"position": MATED, "certificate": True}, "checkmate"),
    ("status", {"positions": [MATED, "9/8"]}, "expected a piece letter"),
    ("status", {"position": "rnq1/R3/1QN1/4 w", "rules": "simplified"}, "safe"),
    ("reach", {"position": "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w"}, "illegal"),
    ("reach", {"position": "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "certificate": True, "repair": True}, "illegal"),
    ("reach", {"position": "4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w", "by": "rules"}, "broken"),
    ("reach", {"position": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"}, "game: "),
    ("retro", {"position": "6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?", "certificate": True}, "d7-d5"),
    ("dead", {"position": "8/8/8/4k3/8/8/5P2/4K3 w", "flagged": "white"}, "1/2-1/2"),
    ("dead", {"position": "8/8/8/4k3/8/8/8/K1N5 w", "certificate": True}, "dead"),
    ("win", {"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "mate": 2, "tree": True, "tries": 1, "set_play": True}, "Ra6"),
    ("win", {"position": "8/8/8/8/8/5k2/8/6QK b", "certificate": True, "time": "5s"}, "no-win"),
    ("win", {"position": "2KR2B1/B1p5/8/3Pp3/3kp3/2r5/8/8 b", "stipulation": "h#1", "solutions": True}, "solved"),
    ("win", {"position": ENDLESS, "time": "200ms"}, "undecided"),
    ("verify", {"certificate": {}}, "refused"),
    ("verify", {"certificates": [{}, {}]}, "refused"),
    ("play", {"moves": ["e2e4", "e7e5"]}, "Nf3"),
    ("play", {"position": "rnq1/R3/1QN1/4 w", "rules": "simplified"}, "moves: "),
]


async def ask(client: Client) -> None:
    # (Who names a version without asking first knows nothing of the server.)
    if client.instructions is not None:
        assert client.server_info is not None and client.server_info.name == "arbiter", client.server_info
        assert "undecided" in client.instructions
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) >= {"status", "reach", "win", "verify", "play", "explain"}, tools
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
    for name, arguments, part in ASKED:
        jsonschema.validate(arguments, tools[name].input_schema)
        result = await client.call_tool(name, arguments)
        text = result.content[0].text
        assert not result.is_error and part in text, (name, arguments, text)
        jsonschema.validate(result.structured_content, tools[name].output_schema)
    explained = await client.call_tool("explain", {"position": MATED})
    said, image = explained.content
    assert said.text.startswith("checkmate\n"), said
    assert image.mime_type == "image/png" and base64.b64decode(image.data).startswith(b"\x89PNG\r\n\x1a\n")
    wrong = await client.call_tool("win", {"position": "9/8 w"})
    assert wrong.is_error and "line 1, column 1" in wrong.content[0].text, wrong

    # Evidence goes round by the client.
    mate = (await client.call_tool("status", {"position": MATED, "certificate": True})).structured_content
    checked = await client.call_tool("verify", {"certificate": mate["certificate"]})
    assert checked.structured_content["verdict"] == "accepted", checked

    # Several at once, one of them followed, and one given up.
    told = []

    async def follow(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message))

    long = asyncio.create_task(client.call_tool("win", {"position": ENDLESS, "time": "3s"}, progress_callback=follow))
    given_up = asyncio.create_task(client.call_tool("win", {"position": ENDLESS, "time": "50s"}))
    quick = [client.call_tool("status", {"position": MATED}) for _ in range(20)]
    started = time.monotonic()
    results = await asyncio.gather(*quick)
    assert all(result.structured_content["verdict"] == "checkmate" for result in results)
    assert time.monotonic() - started < 2, "quick calls wait for searches"
    given_up.cancel()
    assert (await long).structured_content["limit"] == "time"
    assert told and all(before[0] < after[0] for before, after in zip(told, told[1:])), told


def the_guide(arbiter: str) -> None:
    """What docs/mcp.md shows does what it says."""
    text = (Path(__file__).parents[3] / "docs/mcp.md").read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    path = os.pathsep.join([str(Path(arbiter).resolve().parent), os.environ["PATH"]])
    ran = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0 and ran.stdout.startswith("win\nWhite can force mate within 2 moves"), ran


# How the client is told to begin, and the version that it should arrive at: as it likes, with a handshake, without.
MODES = [("auto", "2026-07-28"), ("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")]


async def main(arbiter: str) -> None:
    for mode, version in MODES:
        async with Client(StdioServerParameters(command=arbiter, args=["mcp", "--workers", "2"]), mode=mode) as client:
            assert client.protocol_version == version, client.protocol_version
            await ask(client)
            started = time.monotonic()
        # (After two seconds it would be killed.)
        assert time.monotonic() - started < 1.9, "it does not end when its input does"
    server = subprocess.Popen([arbiter, "serve", "--bind", "127.0.0.1:0", "--workers", "2"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip()
        for mode, version in MODES:
            async with Client(f"{address}mcp", mode=mode) as client:
                assert client.protocol_version == version, client.protocol_version
                await ask(client)
    finally:
        server.terminate()
        server.wait(15)


# A conversation that hangs is a failure.
faulthandler.dump_traceback_later(120, exit=True)
asyncio.run(main(sys.argv[1]))
the_guide(sys.argv[1])
print("ok")
