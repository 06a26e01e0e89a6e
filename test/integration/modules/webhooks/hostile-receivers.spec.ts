import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { newSelfSignedKeyPair } from '../../../../src/platform/crypto/self-signed-key-pair';
import type { WireAnswer } from '../../../support/client';
import { anItem } from '../../../support/factories/item.factory';
import { aWebhook } from '../../../support/factories/webhook.factory';
import { forever, RawReceiver, type RawResponder } from '../../../support/raw-receiver';
import { DeliveryWorld } from './support';

const says =
  (...lines: (string | Buffer)[]): RawResponder =>
  (socket) => {
    for (const line of lines) socket.write(line);
    socket.end();
  };
const OK = 'HTTP/1.1 200 OK\r\n';
const LENGTH_0 = 'content-length: 0\r\n\r\n';
const begins =
  (head: string, next: RawResponder): RawResponder =>
  (socket) => {
    socket.write(head);
    next(socket);
  };
/** Ten megabytes of one letter, in ten kilobytes. */
const BOMB = gzipSync(Buffer.alloc(10_000_000, 'x'));
const ODD = Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80, 0x62]);

const FAILURE = { status: 'pending', response: null, error: expect.stringMatching(/^The host /) };
const LATE = { ...FAILURE, error: 'The host did not respond in time' };
const status = (code: number) => ({
  status: 'pending',
  response: { status: code },
  error: `The receiver responded with status ${code}`,
});
const success = (body: unknown) => ({ status: 'success', response: { status: 200, body }, error: null });

/** What a receiver does, and how the log shows it. */
const CASES: Readonly<Record<string, [RawResponder, object]>> = {
  silence: [() => undefined, LATE],
  'endless-informational': [forever('HTTP/1.1 102 Processing\r\n\r\n', 100), LATE],
  'endless-head': [begins(OK, forever('x-header: more\r\n', 100)), FAILURE],
  'dripping-body': [
    begins(`${OK}transfer-encoding: chunked\r\n\r\n`, forever('1\r\nx\r\n', 200)),
    success(expect.stringMatching(/^x+$/)),
  ],
  'endless-body': [
    begins(`${OK}\r\n`, (socket) => {
      const write = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', write);
      write();
    }),
    success('x'.repeat(4_096)),
  ],
  informational: [
    says('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 204 No Content\r\n\r\n'),
    { status: 'success' },
  ],
  'switching-protocols': [
    says('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    FAILURE,
  ],
  'multiple-choices': [says('HTTP/1.1 300 Multiple Choices\r\n', LENGTH_0), status(300)],
  'not-modified': [says('HTTP/1.1 304 Not Modified\r\n', LENGTH_0), status(304)],
  'unknown-status': [says('HTTP/1.1 999 Odd\r\n', LENGTH_0), status(999)],
  'gzip-bomb': [
    says(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`, BOMB),
    success(expect.stringContaining('\u001f')),
  ],
  'huge-header': [says(`${OK}x-huge: ${'x'.repeat(1_000_000)}\r\n`, LENGTH_0), FAILURE],
  'many-headers': [
    says(OK, ...Array.from({ length: 500 }, (_, at) => `x-${at}: ${at}\r\n`), LENGTH_0),
    success(''),
  ],
  'hostile-names': [
    says(OK, '__proto__: a\r\nconstructor: b\r\ntoString: c\r\nhasOwnProperty: d\r\n', LENGTH_0),
    success(''),
  ],
  'odd-bytes': [
    says(`${OK}x-odd: \xff\xe9\r\ncontent-length: ${ODD.length}\r\n\r\n`, ODD),
    success(expect.stringMatching(/^a.+b$/)),
  ],
  'no-http': [says('SSH-2.0-OpenSSH_9.6\r\n'), FAILURE],
  'two-lengths': [says(`${OK}content-length: 0\r\ncontent-length: 5\r\n\r\n`), FAILURE],
  'closed-before-the-head': [(socket: Socket) => socket.end(), FAILURE],
  'reset-before-the-head': [(socket: Socket) => socket.resetAndDestroy(), FAILURE],
  'closed-within-the-head': [says(`${OK}x-header: `), FAILURE],
  'closed-within-the-body': [says(`${OK}content-length: 1000\r\n\r\npart`), success('part')],
  'reset-within-the-body': [
    (socket: Socket) => socket.write(`${OK}content-length: 1000\r\n\r\npart`, () => socket.resetAndDestroy()),
    { status: 'success', response: { status: 200 } },
  ],
};

describe('receivers that attack or fail', () => {
  let world: DeliveryWorld;
  let receiver: RawReceiver;
  let tls: Server;
  beforeAll(async () => {
    receiver = await RawReceiver.start(
      Object.fromEntries(Object.entries(CASES).map(([name, [respond]]) => [name, respond])),
    );
    const { privateKey, certificate } = await newSelfSignedKeyPair({
      commonName: '127.0.0.1',
      from: new Date(),
      years: 1,
    });
    tls = createServer({ key: privateKey, cert: certificate }, (_request, response) => response.end()).listen(
      0,
      '127.0.0.1',
    );
    await once(tls, 'listening');
    world = await DeliveryWorld.start();
    return async () => {
      receiver.close();
      tls.close();
      await world.close();
    };
  });

  it('end as an outcome in the log, and delay no other receiver', async () => {
    const { organization } = world;
    const tlsPort = (tls.address() as AddressInfo).port;
    const urls: Record<string, [string, object]> = {
      ...Object.fromEntries(
        Object.entries(CASES).map(([name, [, shown]]) => [
          name,
          [`http://127.0.0.1:${receiver.port}/${name}`, shown],
        ]),
      ),
      'a self-signed certificate': [`https://127.0.0.1:${tlsPort}/`, FAILURE],
      'TLS with a server that has none': [`https://127.0.0.1:${receiver.port}/no-http`, FAILURE],
      'a closed port': ['http://127.0.0.1:1/', FAILURE],
      'a name without addresses': ['https://hooks.invalid/', FAILURE],
    };
    const ids: [string, string, object][] = [];
    for (const [name, [url, shown]] of Object.entries(urls))
      ids.push([name, (await aWebhook(organization, { url })).id, shown]);
    const good = await world.webhook();
    await anItem(world.board);
    await world.deliver();
    await world.received(1, good);
    const outcomes: [string, WireAnswer['data']][] = [];
    for (const [name, id] of ids) outcomes.push([name, (await world.attempted(id, 1))[0]]);
    expect(outcomes).toMatchObject(ids.map(([name, , shown]) => [name, shown]));
    const headers = new Map(outcomes.map(([name, { response }]) => [name, response?.headers]));
    expect(Object.keys(headers.get('many-headers')!)).toHaveLength(50);
    expect(headers.get('hostile-names')).toMatchObject({ constructor: 'b', tostring: 'c' });
  });
});
