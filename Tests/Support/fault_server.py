"""An HTTP server that answers as it is told, to try out a client with.

Prints its port. Then it takes one JSON object a line on standard input and answers each with one
line: {"path": "/x", "replies": [...]} sets what the next requests for a path get, the last reply
for ever; {"log": "/x"} asks which requests there were; {"open": "/x"} opens the path's gate. It ends when
standard input does. With the path of a folder as its argument it speaks TLS, and the certificate of the
authority that has signed its own is ca.pem in that folder, which it removes at its end.

A reply: status, headers, body (text) or base64, size (that many model-like bytes in place of a
body), length (a Content-Length that may be a lie, or -1 for none), chunked, cut (so many bytes,
then the connection ends), hold (so many bytes, then nothing until the client goes away), reset (it
ends with a reset), stall (seconds before the reply), gate (nothing before the path's gate is open), piece
and pause (bytes at a time, and seconds between), ranges (answer Range, and If-Match by the ETag).
"""

import base64
import collections
import http.server
import json
import pathlib
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time

# As long as no test waits, however busy the machine is.
HOLD_SECONDS = 600

scripts = {}
log = []
lock = threading.Lock()
gates = collections.defaultdict(threading.Event)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(b"")

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def answer(self, body):
        path = self.path.split("?")[0]
        headers = {name.lower(): value for name, value in self.headers.items()}
        with lock:
            log.append({"path": path, "query": self.path[len(path):], "method": self.command,
                        "headers": headers, "body": body.decode("utf-8", "replace")})
            replies = scripts.get(path, [{"status": 404, "body": "{}"}])
            reply = replies.pop(0) if len(replies) > 1 else replies[0]
            gate = gates[path]
        if reply.get("gate"):
            gate.wait(HOLD_SECONDS)
        try:
            self.send(reply, headers)
        except OSError:
            self.close_connection = True

    def send(self, reply, asked):
        time.sleep(reply.get("stall", 0))
        body = base64.b64decode(reply["base64"]) if "base64" in reply else \
            reply.get("body", "").encode()
        body += bytes(reply.get("size", 0))
        status = reply.get("status", 200)
        headers = dict(reply.get("headers", {}))
        wanted = re.fullmatch(r"bytes=(\d+)-", asked.get("range", ""))
        if reply.get("ranges") and wanted and status == 200:
            start = int(wanted[1])
            if asked.get("if-match", headers.get("ETag")) != headers.get("ETag"):
                status, body = 412, b""
            elif start >= len(body):
                status, body = 416, b""
            else:
                status = 206
                headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
                body = body[start:]
        chunked = reply.get("chunked", False)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        elif status != 304 and reply.get("length", 0) >= 0:
            self.send_header("Content-Length", str(reply.get("length", len(body))))
        else:
            self.close_connection = True
        self.end_headers()
        whole = "cut" not in reply and "hold" not in reply
        body = body if whole else body[:reply.get("cut", reply.get("hold"))]
        piece = reply.get("piece", 1 << 16)
        for start in range(0, len(body), piece):
            part = body[start:start + piece]
            if chunked:
                part = b"%x\r\n%s\r\n" % (len(part), part)
            self.wfile.write(part)
            if "pause" in reply:
                self.wfile.flush()
                time.sleep(reply["pause"])
        if chunked and whole:
            self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()
        if "hold" in reply:
            self.connection.settimeout(HOLD_SECONDS)
            self.connection.recv(1)
        if not whole or reply.get("reset"):
            if reply.get("reset"):
                self.connection.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            else:
                self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif reply.get("length", len(body)) != len(body) and status == 200:
            self.close_connection = True

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass


def tls_context(folder):
    """A context with a new certificate for this machine, signed by a new authority."""
    folder.mkdir(parents=True)

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "host.ext").write_text("subjectAltName = IP:127.0.0.1\n")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=Test Authority", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-keyout",
            "host.key", "-out", "host.csr")
    openssl("x509", "-req", "-in", "host.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", "host.ext", "-out", "host.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "host.pem", folder / "host.key")
    return context


server = Server(("127.0.0.1", 0), Handler)
folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
if folder:
    server.socket = tls_context(folder).wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
for line in sys.stdin:
    command = json.loads(line)
    with lock:
        if "log" in command:
            answer = [entry for entry in log if entry["path"] == command["log"]]
        elif "open" in command:
            gates[command["open"]].set()
            answer = True
        else:
            scripts[command["path"]] = command["replies"]
            answer = True
    print(json.dumps(answer), flush=True)
if folder:
    shutil.rmtree(folder)
