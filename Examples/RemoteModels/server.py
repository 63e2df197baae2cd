"""Serves a folder on a free port of this machine, and writes the port to a file. Ends with its parent."""

import functools
import http.server
import os
import sys
import threading
import time

folder, port_file = sys.argv[1:]


class Handler(http.server.SimpleHTTPRequestHandler):

  def log_message(self, *arguments):
    pass


def watch(parent):
  while os.getppid() == parent:
    time.sleep(0.5)
  os._exit(0)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
with open(port_file + ".new", "w") as file:
  file.write(str(server.server_port))
os.rename(port_file + ".new", port_file)
server.serve_forever()
