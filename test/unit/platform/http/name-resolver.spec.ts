import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { OutboundConfig } from '../../../../src/platform/config/outbound.config';
import { NameResolver } from '../../../../src/platform/http/name-resolver';
import { Outbound } from '../../../../src/platform/http/outbound';
import { OutboundConnections } from '../../../../src/platform/http/outbound-connections';
import { OutboundGuard } from '../../../../src/platform/http/outbound-guard';
import { DnsServer, type DnsRecords } from '../../../support/dns-server';

const V4 = '93.184.216.34';
const V6 = '2606:2800:220:1::1';

const RECORDS: Readonly<Record<string, DnsRecords>> = {
  'both.example': { addresses: [V6, V4] },
  'old.example': { addresses: [V4] },
  'new.example': { addresses: [V6] },
  'alias.example': { alias: 'target.example', addresses: [V4] },
  'inward.example': { alias: 'target.example', addresses: [V4, '127.0.0.1'] },
  'inward6.example': { addresses: [V4, '::1'] },
  'empty.example': {},
};

/** Queries the server of the test, and waits as long as it takes. */
class PatientResolver extends NameResolver {
  constructor(private readonly server: DnsServer) {
    super();
  }
  protected override resolver(): Resolver {
    const resolver = new Resolver({ timeout: 60_000, tries: 1 });
    resolver.setServers([this.server.address]);
    return resolver;
  }
}

describe('NameResolver', () => {
  let server: DnsServer;
  let names: NameResolver;
  beforeAll(async () => {
    server = await DnsServer.start((name) => (name.startsWith('silent') ? 'silent' : RECORDS[name]));
    names = new PatientResolver(server);
  });
  afterAll(() => server.close());

  it.each([
    ['both.example', [V4, V6]],
    ['old.example', [V4]],
    ['new.example', [V6]],
    ['alias.example', [V4]],
  ])('returns the addresses of %s', async (name, addresses) => {
    await expect(names.addressesOf(name)).resolves.toEqual(addresses);
  });

  it.each(['unknown.example', 'empty.example', `${'a'.repeat(64)}.example`])(
    'throws for %s, which has no address',
    async (name) => {
      await expect(names.addressesOf(name)).rejects.toThrow(name);
    },
  );

  it('50 names that get no response delay neither another name nor files', async () => {
    let settled = 0;
    const slow = Array.from({ length: 50 }, (_, index) => `silent${index}.example`);
    const ends = slow.map(() => new AbortController());
    const resolutions = slow.map((name, index) =>
      names.addressesOf(name, { signal: ends[index]!.signal }).finally(() => (settled += 1)),
    );
    const outcomes = Promise.allSettled(resolutions);
    await vi.waitFor(() => expect(server.queried).toEqual(expect.arrayContaining(slow)));

    await expect(names.addressesOf('both.example')).resolves.toEqual([V4, V6]);
    await Promise.all([readFile(__filename), lookup('localhost')]);
    expect(settled).toBe(0);

    for (const end of ends) end.abort();
    expect((await outcomes).map(({ status }) => status)).toEqual(slow.map(() => 'rejected'));
    await expect(names.addressesOf('both.example', { signal: ends[0]!.signal })).rejects.toThrow('aborted');
  });

  it('resolves hosts that the operator lists as the machine does', async () => {
    const before = server.queried.length;
    await expect(names.addressesOf('localhost', { isListed: true })).resolves.toContain('127.0.0.1');
    expect(server.queried).toHaveLength(before);
  });

  describe('with the guard', () => {
    const outbound = (...allowedTargets: string[]) =>
      new Outbound(
        new OutboundGuard(Object.assign(new OutboundConfig(), { allowedTargets }), new HttpConfig(), names),
        new OutboundConnections(),
      );
    const get = (host: string, timeoutMs?: number) =>
      outbound().request({ method: 'GET', url: `https://${host}/`, ...(timeoutMs && { timeoutMs }) });

    it.each(['inward.example', 'inward6.example'])('rejects %s: each address counts', async (host) => {
      await expect(get(host)).rejects.toMatchObject({ reason: 'outbound_refused' });
    });

    it.each(['unknown.example', 'empty.example'])('cannot reach %s', async (host) => {
      await expect(get(host)).rejects.toMatchObject({
        reason: 'outbound_failed',
        message: 'The host cannot be reached',
      });
    });

    it('stops waiting for a name at the time of the request', async () => {
      await expect(get('silent.example', 50)).rejects.toMatchObject({
        reason: 'outbound_failed',
        message: 'The host did not respond in time',
      });
    });

    it('asks the machine for a host of OUTBOUND_ALLOW, with the port of its entry alone', async () => {
      const before = server.queried.length;
      const listed = outbound('listed.invalid:8443');
      const failed = { reason: 'outbound_failed' };
      const call = (url: string) => listed.request({ method: 'GET', url });
      await expect(call('https://listed.invalid:8443/')).rejects.toMatchObject(failed);
      expect(server.queried.slice(before)).toEqual([]);
      await expect(call('https://listed.invalid/')).rejects.toMatchObject(failed);
      expect(server.queried.slice(before)).toContain('listed.invalid');
    });
  });
});
