"""An executor of somebody else, written from docs/reference/executor.md alone. It isolates nothing: for tests."""
import base64, email, email.policy, json, os, pathlib, subprocess, sys, tempfile, time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOKEN = os.environ["EXECUTOR_TOKEN"]
MODE = sys.argv[1] if len(sys.argv) > 1 else "json"


def content(item, parts):
    if "part" in item:
        return parts[item["part"]]
    return item["text"].encode() if "text" in item else base64.b64decode(item["base64"])


def inline(data):
    return {"base64": base64.b64encode(data).decode()}


class Executor(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, "application/json", json.dumps({
            "backend": "plain", "available": True,
            "runtimes": [{"runtime": "python", "version": "Python 3"}],
        }).encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers["authorization"] != "Bearer " + TOKEN:
            refusal = {"code": "executor.unauthorized", "message": "Another token is needed."}
            return self.answer(401, "application/json", json.dumps(refusal).encode())
        request, parts = self.read(body)
        with tempfile.TemporaryDirectory() as folder:
            result, outputs = run(request, parts, pathlib.Path(folder))
        if MODE == "multipart":
            return self.multipart(result, outputs)
        result["outputs"] = [{"path": path, **inline(data)} for path, data in outputs]
        self.answer(200, "application/json", json.dumps(result).encode())

    def read(self, body):
        kind = self.headers["content-type"]
        if not kind.startswith("multipart/form-data"):
            return json.loads(body), {}
        head = b"Content-Type: " + kind.encode() + b"\r\n\r\n"
        message = email.message_from_bytes(head + body, policy=email.policy.HTTP)
        parts = {part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                 for part in message.iter_parts()}
        return json.loads(parts.pop("request")), parts

    def multipart(self, result, outputs):
        result["outputs"] = [{"path": path, "part": "f%d" % at} for at, (path, _) in enumerate(outputs)]
        pieces = [("result", json.dumps(result).encode())]
        pieces += [("f%d" % at, data) for at, (_, data) in enumerate(outputs)]
        body = b"".join(b'--limit\r\nContent-Disposition: form-data; name="%s"; filename="x"\r\n\r\n%s\r\n'
                        % (name.encode(), data) for name, data in pieces) + b"--limit--\r\n"
        self.answer(200, "multipart/form-data; boundary=limit", body)

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def run(request, parts, folder):
    skill, workspace = folder / "skill", folder / "workspace"
    for root, files in ((skill, request["files"]), (workspace, request["workspace"])):
        root.mkdir()
        for item in files:
            path = root / item["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content(item, parts))
    before = {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, str(skill / request["entry"]), *request["args"]], cwd=workspace,
        input=content(request["stdin"], parts), capture_output=True, timeout=request["limits"]["wall_ms"] / 1000,
        env={"PATH": os.environ["PATH"], **request["env"]})
    outputs = [(str(path.relative_to(workspace)), path.read_bytes())
               for path in sorted(workspace.rglob("*")) if path.is_file() and before.get(path) != path.read_bytes()]
    return {
        "status": "ok" if ended.returncode == 0 else "failed", "exit_code": ended.returncode,
        "stdout": inline(ended.stdout), "stderr": inline(ended.stderr),
        "usage": {"wall_ms": (time.monotonic() - began) * 1000},
    }, outputs


server = HTTPServer(("127.0.0.1", 0), Executor)
print(server.server_port, flush=True)
server.serve_forever()
