import { spawnSync } from 'node:child_process';
import type { IncomingMessage, Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfiguration } from '../../src/platform/config/configuration';
import { startApp, type TestApp } from '../support/app';
import { cookieOf } from '../support/factories/account.factory';
import { portOf } from '../support/live-socket';
import { formBody } from '../support/multipart';
import { isInstalled, PROXIES_FOLDER, PROXY_KINDS, ReverseProxy } from '../support/proxies/reverse-proxy';
import { answerOf, SecureClient } from '../support/proxies/secure-client';

const APEX = 'trestle.example.com';
const MIB = 1024 * 1024;
/** Of imports; ten files of FILE_MAX_MIB are less. */
const LARGEST_FILE = 256 * MIB;
const FORM_TYPE = 'multipart/form-data; boundary=boundary-of-a-test';

const read = (file: string): string => readFileSync(join(PROXIES_FOLDER, file), 'utf8');

/** One service, behind one proxy after the other. */
describe('docs/proxies', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: `https://${APEX}`, TRUST_PROXY: '127.0.0.1', FILE_MAX_MIB: '40' });
    port = await portOf(app);
  });
  afterAll(() => app.close());

  /** The next request of a path as the service gets it, before its body is complete. */
  function arrivalOf(path: string): Promise<IncomingMessage> {
    const server = app.nest.getHttpServer() as Server;
    return new Promise((resolve) => {
      const look = (request: IncomingMessage) => {
        if (!request.url!.startsWith(path)) return;
        server.off('request', look);
        resolve(request);
      };
      server.on('request', look);
    });
  }

  it('every proxy allows bodies of the same size: an import of 256 MiB, or ten files', () => {
    const limits = [
      Number(/client_max_body_size (\d+)m;/.exec(read('nginx.conf'))![1]) * MIB,
      Number(/hdr_val\(content-length\) gt (\d+) /.exec(read('haproxy.cfg'))![1]),
      Number(/max_size (\d+)MiB/.exec(read('Caddyfile'))![1]) * MIB,
      Number(/proxy-body-size: (\d+)m/.exec(read('../kubernetes.md'))![1]) * MIB,
    ];
    expect(new Set(limits).size).toBe(1);
    const { maxBytes } = readConfiguration({}).files;
    expect(limits[0]).toBeGreaterThan(Math.max(LARGEST_FILE, 10 * maxBytes));
  });

  for (const kind of PROXY_KINDS)
    describe.skipIf(!isInstalled(kind))(`${kind.name}`, () => {
      let proxy: ReverseProxy;
      let client: SecureClient;
      let slug: string;
      let cookie: string;
      beforeAll(async () => {
        proxy = await ReverseProxy.prepare(kind, port);
        await proxy.start();
        client = new SecureClient(proxy);
        slug = `behind-${kind.name.toLowerCase()}`;
        const registered = await client.send(APEX, '/api/auth/register', {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: `https://${APEX}` },
          body: JSON.stringify({
            name: 'Ada',
            email: `ada@${slug}.example`,
            password: 'correct horse battery',
            organizationName: 'Behind a proxy',
            organizationSlug: slug,
          }),
        });
        cookie = cookieOf(registered.headers['set-cookie']![0]!);
      });
      afterAll(() => proxy?.discard());

      const host = () => `${slug}.${APEX}`;

      it('has a configuration that its program accepts without a warning', () => {
        expect(proxy.problems()).toBe('');
      });

      it('serves an organization at its own host, by HTTP/1.1 and by HTTP/2', async () => {
        const me = await client.send(host(), '/api/trpc/auth.me', { headers: { cookie } });
        expect(me.status).toBe(200);
        expect(me.body.toString()).toContain(`"organizationSlug":"${slug}"`);
        expect(me.headers['strict-transport-security']).toMatch(/^max-age=/);
        expect(await client.statusByHttp2(host(), '/api/health')).toBe(200);
        expect(await client.statusByHttp2(host(), '/api/trpc/auth.me')).toBe(401);
      });

      it('redirects from http to https, and serves no other host', async () => {
        const { status, headers } = await client.sendPlain(host(), '/boards?view=1');
        expect(status).toBe(308);
        expect(headers.location).toMatch(new RegExp(String.raw`^https://${host()}(:\d+)?/boards\?view=1$`));
        const other = await client.send(APEX, '/api/health', { headers: { host: 'other.example' } }).then(
          (answer) => answer.body.toString(),
          () => '',
        );
        expect(other).not.toContain('uptimeSeconds');
      });

      it('gives Trestle the address of the client last, after what the client claims', async () => {
        const arrived = arrivalOf('/api/health/db');
        const headers = { 'x-forwarded-for': '203.0.113.7' };
        await client.send(APEX, '/api/health/db', { headers });
        const addresses = String((await arrived).headers['x-forwarded-for']).split(/, */);
        expect(addresses.at(-1)).toBe('127.0.0.1');
      });

      it('passes on WebSockets, whose origin Trestle checks', async () => {
        const open = (origin: string) =>
          new WebSocket(`wss://127.0.0.1:${proxy.ports.https}/ws`, {
            ...client.connection(host()),
            headers: { host: host(), cookie, origin },
          });
        const socket = open(`https://${host()}`);
        const first = await new Promise<string>((resolve, reject) => {
          socket.once('message', (data: Buffer) => resolve(data.toString()));
          socket.once('error', reject);
        });
        socket.close();
        expect(JSON.parse(first)).toMatchObject({ type: 'connected' });
        const rejected = await new Promise<number>((resolve) =>
          open('https://other.example')
            .once('unexpected-response', (_request, response) => resolve(response.statusCode!))
            .once('error', () => undefined),
        );
        expect(rejected).toBe(403);
      });

      it('passes on an upload of 30 MiB as it arrives, and its download', async () => {
        const content = Buffer.alloc(30 * MIB, 'Once upon a time ');
        const body = formBody([{ name: 'story.txt', content }]);
        const arrived = arrivalOf('/api/files');
        const headers = {
          cookie,
          origin: `https://${host()}`,
          'content-type': FORM_TYPE,
          'content-length': body.length,
        };
        const sent = client.open(host(), '/api/files', { method: 'POST', headers });
        const answered = answerOf(sent);
        sent.write(body.subarray(0, MIB));
        // A proxy that waits for the whole body never passes on the request.
        const first = await Promise.race([arrived, answered]);
        expect(first).toMatchObject({ complete: false });
        sent.end(body.subarray(MIB));
        const { status, body: text } = await answered;
        expect([status, text.toString()]).toEqual([201, expect.stringContaining('story.txt')]);
        const { files } = JSON.parse(text.toString()) as { files: { id: string; size: number }[] };
        expect(files[0]!.size).toBe(content.length);
        const download = await client.send(host(), `/api/files/${files[0]!.id}`, { headers: { cookie } });
        expect(download.status).toBe(200);
        expect(download.body.equals(content)).toBe(true);
      });

      it('leaves an import of 256 MiB to Trestle, and rejects what no one can upload', async () => {
        /** The status of a request of which only the beginning is sent. */
        const statusOf = async (length: number) => {
          const headers = { 'content-type': FORM_TYPE, 'content-length': length };
          const sent = client.open(host(), '/api/boards/import', { method: 'POST', headers });
          const answered = answerOf(sent);
          sent.write(Buffer.alloc(MIB));
          const { status } = await answered;
          sent.on('error', () => undefined).destroy();
          return status;
        };
        expect(await statusOf(LARGEST_FILE + MIB)).toBe(401);
        // Caddy rejects a body only once it is too large.
        expect(await statusOf(300 * MIB)).toBe(kind.name === 'Caddy' ? 401 : 413);
      });
    });

  it('trestle.env is a valid configuration', () => {
    const lines = read('trestle.env')
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line));
    const env = Object.fromEntries(lines.map((line) => [line.split('=', 1)[0]!, line.replace(/^\w+=/, '')]));
    const { http, accounts } = readConfiguration({ ...env, DATA_DIR: tmpdir() });
    expect(http).toMatchObject({
      publicUrl: `https://${APEX}`,
      trustedProxies: ['127.0.0.1'],
      isSecure: true,
    });
    expect(accounts.registration).toBe('closed');
  });

  it('trestle.service leaves a process the time to stop', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('trestle.service'))![1]);
    // docs/operations.md#stop: 24 seconds plus DRAIN_SECONDS.
    expect(seconds).toBeGreaterThan(24 + readConfiguration({}).http.drainSeconds);
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
    'trestle.service is a valid unit',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'trestle-unit-'));
      try {
        const verify = (text: string) => {
          writeFileSync(join(folder, 'trestle.service'), text);
          return spawnSync('systemd-analyze', ['verify', join(folder, 'trestle.service')], {
            encoding: 'utf8',
          });
        };
        // The path of Node differs between systems.
        const unit = read('trestle.service').replace('/usr/bin/node', process.execPath);
        const { status, stderr } = verify(unit);
        expect([status, linesAbout('trestle.service', stderr)]).toEqual([0, []]);
        expect(linesAbout('trestle.service', verify(`${unit}\n[Service]\nRestrt=no\n`).stderr)).not.toEqual(
          [],
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

/** Other units of the machine can have problems of their own. */
const linesAbout = (unit: string, messages: string): string[] =>
  messages.split('\n').filter((line) => line.includes(unit));
