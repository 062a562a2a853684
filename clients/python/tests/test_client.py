"""The whole surface, sync and async, against a running service with auth off and on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from service import Service

from palimpsest_client import (
    AsyncPalimpsest,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    ForbiddenError,
    NotFoundError,
    Palimpsest,
    ValidationError,
)

SECRET = "a secret of the tests that is long enough"


@pytest.fixture(scope="module", params=["", SECRET], ids=["auth off", "auth on"])
def settings(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    service = Service(request.param)
    key = service.mint_key("sarah") if request.param else ""
    yield {"base_url": f"{service.url}/", "api_key": key, "app": "tests"}
    service.stop()


def test_sync(settings: dict[str, Any]) -> None:
    with Palimpsest(**settings) as client:
        sarah = client.user("sarah")
        assert client.health().status == "ok"

        added = sarah.add("Sarah has a cat called Miso.", infer=False, metadata={"n": 1}, tags=["pets"])
        assert (added.event, added.app_name) == ("ADD", "tests")
        ingested = sarah.ingest([{"role": "user", "content": "I live in New York City."}], session_id="s1")
        assert ingested.results and "New York" in ingested.results[0].memory
        assert sarah.ingest([{"role": "user", "content": "Thanks!"}]).no_facts_extracted is True

        found = sarah.search("What is the cat called?", top_k=1, rerank="cross_encoder")
        assert found.results[0].id == added.id and 0 < found.results[0].score <= 1
        context = sarah.context("the cat", tokens=200)
        assert "- Sarah has a cat called Miso. (since " in context.context
        assert added.id in context.memory_ids and context.tokens <= 200
        assert len(sarah.context().memory_ids) == 2

        memory = sarah.get(added.id)
        assert (memory.text, memory.metadata_, memory.tags) == ("Sarah has a cat called Miso.", {"n": 1}, ["pets"])
        assert [item.id for item in sarah.list(tags=["pets"])] == [added.id]
        assert sarah.page(1, 1).total == 2
        moved = "I moved from New York City to San Francisco last week."
        sarah.ingest([{"role": "user", "content": moved}], session_id="s2")
        ended = [item for item in sarah.list(include_superseded=True) if item.state == "superseded"]
        assert sarah.history(ended[0].id)[0].old_id == ended[0].id
        assert sarah.restore(ended[0].id).state == "active"
        with pytest.raises(ConflictError):
            sarah.restore(ended[0].id)
        assert sarah.stats().memories.active >= 2
        for entity in list(sarah.entities())[:1]:
            assert sarah.entity(entity.id).id == entity.id

        records = list(sarah.export())
        assert (records[0]["record"], records[-1]["record"]) == ("header", "end")
        assert sarah.delete([added.id, "none"]).not_found == ["none"]
        with pytest.raises(NotFoundError):
            sarah.get(added.id)
        file = "".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)
        assert sarah.import_(file).imported.memories == 1
        assert sarah.get(added.id).text == memory.text
        assert sarah.erase().removed.memories >= 3
        assert list(sarah.list()) == []


def test_async(settings: dict[str, Any]) -> None:
    async def talk() -> None:
        async with AsyncPalimpsest(**settings) as client:
            sarah = client.user("sarah")
            assert (await client.health()).status == "ok"
            added, _ = await asyncio.gather(
                sarah.add("Sarah plays the cello.", infer=False), sarah.add("Sarah has a bike.", infer=False)
            )
            await sarah.ingest([{"role": "user", "content": "I live in Ghent."}])
            assert (await sarah.search("Which instrument does Sarah play?")).results[0].id == added.id
            assert "cello" in (await sarah.context("cello")).context
            assert (await sarah.get(added.id)).text == "Sarah plays the cello."
            assert list(await sarah.history(added.id)) == []
            assert len([item async for item in sarah.list()]) == 3
            assert (await sarah.page(1, 2)).pages == 2
            assert (await sarah.stats()).memories.active == 3
            async for entity in sarah.entities():
                assert (await sarah.entity(entity.id)).id == entity.id
            records = [record async for record in sarah.export()]
            assert records[-1]["record"] == "end"
            assert (await sarah.delete(added.id)).deleted == [added.id]
            with pytest.raises(ConflictError):
                items = [item async for item in sarah.list()]
                await sarah.restore(items[0].id)
            with pytest.raises(NotFoundError):
                await sarah.get(added.id)
            await sarah.erase()
            file = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
            assert (await sarah.import_(file)).imported.memories == 3
            assert (await sarah.erase()).removed.memories == 3

    asyncio.run(talk())


def test_iteration_fetches_every_page(settings: dict[str, Any]) -> None:
    with Palimpsest(**settings) as client:
        sarah = client.user("sarah")
        for number in range(101):
            sarah.add(f"note number {number}", infer=False)
        assert len({item.id for item in sarah.list()}) == 101
        sarah.erase()


def test_a_write_is_idempotent_by_its_key(settings: dict[str, Any]) -> None:
    with Palimpsest(**settings) as client:
        sarah = client.user("sarah")
        first = sarah.add("said once", infer=False, idempotency_key="once")
        assert sarah.add("said once", infer=False, idempotency_key="once").id == first.id
        with pytest.raises(ConflictError) as caught:
            sarah.add("said otherwise", infer=False, idempotency_key="once")
        assert caught.value.code == "idempotency_mismatch"


def test_errors_are_typed(settings: dict[str, Any]) -> None:
    with Palimpsest(**settings) as client:
        with pytest.raises(ValidationError) as caught:
            client.user("sarah").search("x", top_k=99)
        assert caught.value.errors == {"TopK": ["The TopK field must be between 1 and 50."]}
        if not settings["api_key"]:
            return
        with pytest.raises(ForbiddenError):
            client.user("mallory").stats()
    with Palimpsest(settings["base_url"]) as bare, pytest.raises(AuthenticationError) as refused:
        bare.user("sarah").search("x")
    assert refused.value.code == "unauthorized"


def test_a_closed_port_is_a_connection_error() -> None:
    async def ask() -> None:
        async with AsyncPalimpsest("http://127.0.0.1:9", retries=0) as client:
            await client.user("u").stats()

    calls: list[Callable[[], Any]] = [
        lambda: Palimpsest("http://127.0.0.1:9", retries=0).user("u").search("x"),
        lambda: list(Palimpsest("http://127.0.0.1:9", retries=0).user("u").export()),
        lambda: asyncio.run(ask()),
    ]
    for call in calls:
        with pytest.raises(ConnectionError) as caught:
            call()
        assert (caught.value.status, caught.value.code) == (0, "connection_failed")
