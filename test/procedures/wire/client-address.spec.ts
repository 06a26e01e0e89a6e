import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';

/** Calls without a credential are counted against the caller's address: the remaining count shows which one it is. */
async function leftAfter(app: TestApp, headers: Record<string, string>): Promise<number> {
  const answer = await new WireClient(app, { headers }).query('auth.me');
  return Number(answer.headers['x-ratelimit-remaining']);
}

const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses });

describe('the client’s address, with no proxy trusted', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('is the connection’s, whatever the headers contain', async () => {
    let left = await leftAfter(app, {});
    for (const name of [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
    ]) {
      for (const value of [
        '192.0.2.1',
        '2001:db8::1',
        'for=192.0.2.1',
        '127.0.0.1, 192.0.2.2',
        'unknown',
        '',
      ]) {
        left -= 1;
        expect([name, value, await leftAfter(app, { [name]: value })]).toEqual([name, value, left]);
      }
    }
  });
});

describe('the client’s address, behind trusted proxies', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8, fd00::/8' });
  });
  afterAll(() => app.close());

  it('is the nearest one outside the trusted proxies, whatever precedes it', async () => {
    expect(await leftAfter(app, forwarded('192.0.2.1'))).toBe(999);
    expect(await leftAfter(app, forwarded('192.0.2.1, 10.0.0.5'))).toBe(998);
    expect(await leftAfter(app, forwarded('192.0.2.1,10.0.0.5 , fd00::7'))).toBe(997);
    for (const forged of ['203.0.113.7', '10.9.9.9', '127.0.0.1', 'unknown', '::1', "' or 1=1 --"]) {
      const left = await leftAfter(app, forwarded(`${forged}, 192.0.2.1`));
      const again = await leftAfter(app, forwarded(`${forged}, 192.0.2.1, 10.0.0.5`));
      expect([forged, left - again]).toEqual([forged, 1]);
      expect(left).toBeLessThan(997);
    }
    expect(await leftAfter(app, forwarded('192.0.2.2'))).toBe(999);
  });

  it('is the first one when every hop is trusted, and the connection’s without the header', async () => {
    expect(await leftAfter(app, forwarded('10.0.0.1, 10.0.0.2'))).toBe(999);
    expect(await leftAfter(app, forwarded('10.0.0.1'))).toBe(998);
    expect(await leftAfter(app, {})).toBe(999);
    expect(await leftAfter(app, { 'x-real-ip': '192.0.2.9' })).toBe(998);
  });

  it('is the same in every spelling', async () => {
    expect(await leftAfter(app, forwarded('198.51.100.1'))).toBe(999);
    expect(await leftAfter(app, forwarded('::ffff:198.51.100.1'))).toBe(998);
    expect(await leftAfter(app, forwarded('198.51.100.1:5121'))).toBe(997);
    expect(await leftAfter(app, forwarded('::ffff:c633:6401'))).toBe(996);
  });

  it('counts for its whole /64 when it is an IPv6 one', async () => {
    expect(await leftAfter(app, forwarded('2001:db8:1:1::1'))).toBe(999);
    expect(await leftAfter(app, forwarded('2001:db8:1:1:ffff::2'))).toBe(998);
    expect(await leftAfter(app, forwarded('2001:0DB8:0001:0001::3'))).toBe(997);
    expect(await leftAfter(app, forwarded('[2001:db8:1:1::4]:443'))).toBe(996);
    expect(await leftAfter(app, forwarded('2001:db8:1:2::1'))).toBe(999);
  });
});
