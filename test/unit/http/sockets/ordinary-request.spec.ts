import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isPassedOn } from '../../../../src/http/sockets/ordinary-request';

describe('an offer of another protocol', () => {
  const listening = createServer().on('upgrade', () => undefined);
  const passes = (headers: Record<string, string>, server = listening) =>
    isPassedOn.call(server, { headers } as unknown as IncomingMessage);

  it('is left to Node with a body, which newer releases read before the listener of upgrades', () => {
    expect(passes({ upgrade: 'h2c', 'content-length': '5' })).toBe(false);
    expect(passes({ upgrade: 'h2c', 'transfer-encoding': 'chunked' })).toBe(false);
  });

  it('is passed on without a body, and always when it is a WebSocket', () => {
    expect(passes({ upgrade: 'h2c' })).toBe(true);
    expect(passes({ upgrade: 'h2c', 'content-length': '0' })).toBe(true);
    expect(passes({ upgrade: 'WebSocket', 'content-length': '5' })).toBe(true);
  });

  it('is not passed on in a process without sockets, which serves the request as if there were no offer', () => {
    expect(passes({ upgrade: 'h2c' }, createServer())).toBe(false);
    expect(passes({ upgrade: 'websocket' }, createServer())).toBe(false);
  });
});
