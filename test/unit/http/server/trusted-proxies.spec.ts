import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { TrustedProxies } from '../../../../src/http/server/trusted-proxies';

const clientOf = (cidrs: string[], remoteAddress: string, forwardedFor?: string): string =>
  new TrustedProxies(cidrs).clientOf({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  } as unknown as IncomingMessage);

describe('TrustedProxies', () => {
  it.each<[string[], string, string | undefined, string]>([
    [[], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    [['10.0.0.0/8'], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    [['10.0.0.0/8'], '10.0.0.1', undefined, '10.0.0.1'],
    [['10.0.0.0/8'], '10.0.0.1', '', '10.0.0.1'],
    [['10.0.0.0/8'], '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8'], '10.0.0.1', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8'], '10.0.0.1', '203.0.113.1,198.51.100.1 , 10.0.0.2', '198.51.100.1'],
    [['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    [['10.0.0.0/8'], '10.0.0.1', '198.51.100.1, unknown', 'unknown'],
    [['10.0.0.0/8', 'fd00::/8'], 'fd00::1', '2001:db8::1, 10.0.0.2', '2001:db8::1'],
  ])('%j, from %s, told %j: %s', (cidrs, from, told, client) => {
    expect(clientOf(cidrs, from, told)).toBe(client);
  });
});
