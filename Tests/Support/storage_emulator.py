"""Google Cloud Storage on this machine: the package gcp-storage-emulator, from a folder it names.

Prints its port. Then it takes one JSON object a line on standard input, {"object": name, "base64":
bytes}, puts the object into the bucket "models" and answers with one line. It ends when standard
input does.
"""

import base64
import json
import logging
import socket
import sys
import urllib.parse
import urllib.request

sys.path.insert(0, sys.argv[1])
from gcp_storage_emulator.server import create_server  # noqa: E402

logging.disable(logging.CRITICAL)
# Proxies know nothing of this machine.
urllib.request.install_opener(urllib.request.build_opener(urllib.request.ProxyHandler({})))
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
sys.stderr = open("/dev/null", "w")
server = create_server("127.0.0.1", port, in_memory=True, default_bucket="models")
server.start()
print(port, flush=True)
for line in sys.stdin:
    command = json.loads(line)
    name = urllib.parse.quote(command["object"], safe="")
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/upload/storage/v1/b/models/o?uploadType=media&name={name}",
        data=base64.b64decode(command["base64"]),
        headers={"Content-Type": "application/octet-stream"})
    with urllib.request.urlopen(request) as reply:
        print(json.load(reply)["generation"], flush=True)
server.stop()
