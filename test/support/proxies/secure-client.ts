import { type ClientRequest, type IncomingHttpHeaders, request, type IncomingMessage } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { ReverseProxy } from './reverse-proxy';

export interface ProxiedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ProxiedRequest {
  method?: string;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
}

/** Calls hosts of an installation through its proxy on this machine, and trusts only the certificate of that proxy. */
export class SecureClient {
  constructor(private readonly proxy: ReverseProxy) {}

  /** A request whose body the caller writes. */
  open(host: string, path: string, { method = 'GET', headers = {} }: ProxiedRequest = {}): ClientRequest {
    const { port, ca, servername } = this.connection(host);
    const agent = new Agent({ keepAlive: false });
    const options = { host: '127.0.0.1', port, ca, servername, agent };
    return secureRequest({ ...options, method, path, headers: { host, ...headers } });
  }

  async send(host: string, path: string, { body, ...rest }: ProxiedRequest = {}): Promise<ProxiedAnswer> {
    const sent = this.open(host, path, rest);
    sent.end(body);
    return answerOf(sent);
  }

  /** Without TLS, at the port that redirects. */
  async sendPlain(host: string, path: string): Promise<ProxiedAnswer> {
    const sent = request({ host: '127.0.0.1', port: this.proxy.ports.http, path, headers: { host } });
    sent.end();
    return answerOf(sent);
  }

  async statusByHttp2(host: string, path: string): Promise<number> {
    const { port, ca, servername } = this.connection(host);
    const createConnection = () =>
      connectTls({ host: '127.0.0.1', port, ca, servername, ALPNProtocols: ['h2'] });
    const session = connectHttp2(`https://${host}`, { createConnection });
    try {
      const stream = session.request({ ':path': path });
      const [headers] = (await once(stream, 'response')) as [Record<string, number>];
      stream.resume();
      return headers[':status']!;
    } finally {
      session.close();
    }
  }

  /** How a socket connects to a host. */
  connection(host: string): { port: number; ca: string; servername: string } {
    return { port: this.proxy.ports.https, ca: this.proxy.tls.certificate, servername: host };
  }
}

export async function answerOf(sent: ClientRequest): Promise<ProxiedAnswer> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await buffer(response) };
}
