"""What is tried again, and what is not, over a real socket whose answers are scripted."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from palimpsest_client import Palimpsest, PalimpsestError, RateLimitError
from palimpsest_client import ConnectionError as Unanswered

ADDED = {
    "id": "x", "content": "a", "state": "active", "event": "ADD", "app_name": None, "metadata": None,
    "created_at": "2026-01-01T00:00:00Z", "results": [], "degraded": [],
}  # fmt: skip


class Scripted:
    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None, float]] = []
        self.answers: list[dict[str, Any]] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", 0)))
                script.asked.append((self.command, self.headers.get("idempotency-key"), time.monotonic()))
                step = script.answers.pop(0)
                time.sleep(step.get("after", 0))
                body = json.dumps(step.get("body", {})).encode()
                self.send_response(step["status"])
                for name, value in step.get("headers", {}).items():
                    self.send_header(name, value)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    made = Scripted()
    yield made
    made.server.shutdown()


def test_a_write_is_tried_again_with_the_same_key_after_what_retry_after_says(scripted: Scripted) -> None:
    scripted.answers = [{"status": 503, "headers": {"retry-after": "0.3"}}, {"status": 200, "body": ADDED}]
    assert Palimpsest(scripted.url).user("u").add("a").id == "x"
    (_, first, at), (_, second, again) = scripted.asked
    assert first is not None and first == second
    assert again - at >= 0.295


def test_it_gives_up_with_the_last_answer(scripted: Scripted) -> None:
    body = {"status": 429, "code": "too_many_requests", "message": "slower", "detail": "Wait."}
    scripted.answers = [{"status": 429, "headers": {"retry-after": "0"}, "body": body}] * 3
    with pytest.raises(RateLimitError) as caught:
        Palimpsest(scripted.url).user("u").search("x")
    error = caught.value
    assert (error.message, error.code, error.detail, error.retry_after) == ("slower", "too_many_requests", "Wait.", 0)
    assert len(scripted.asked) == 3


def test_what_is_not_repeatable_and_what_was_decided_is_asked_once(scripted: Scripted) -> None:
    user = Palimpsest(scripted.url).user("u")
    scripted.answers = [{"status": 503}, {"status": 500}]
    with pytest.raises(PalimpsestError):
        user.restore("x")
    with pytest.raises(PalimpsestError):
        user.search("x")
    assert len(scripted.asked) == 2


def test_a_wait_that_is_too_long_is_left_to_the_caller(scripted: Scripted) -> None:
    scripted.answers = [{"status": 429, "headers": {"retry-after": "3600"}}]
    with pytest.raises(RateLimitError) as caught:
        Palimpsest(scripted.url).user("u").stats()
    assert caught.value.retry_after == 3600


def test_silence_ends_with_the_timeout(scripted: Scripted) -> None:
    scripted.answers = [{"status": 200, "after": 1}]
    with pytest.raises(Unanswered) as caught:
        Palimpsest(scripted.url, timeout=0.2, retries=0).user("u").stats()
    assert caught.value.code == "timeout"


def test_an_export_without_its_end_is_no_export(scripted: Scripted) -> None:
    scripted.answers = [{"status": 200, "body": {"record": "header"}}]
    with pytest.raises(PalimpsestError) as caught:
        list(Palimpsest(scripted.url).user("u").export())
    assert caught.value.code == "export_cut_off"
