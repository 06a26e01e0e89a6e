# What compose.yaml needs of a mail catcher: SMTP on 1025, and the mails as text on 8025.
import http.server
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

mails = []


class Keep(Message):
    def handle_message(self, message):
        mails.append(message.as_string())


class Show(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write("\n".join(mails).encode())


Controller(Keep(), hostname="0.0.0.0", port=1025).start()
http.server.HTTPServer(("0.0.0.0", 8025), Show).serve_forever()
