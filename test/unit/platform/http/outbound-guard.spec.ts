import { describe, expect, it } from 'vitest';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { OutboundConfig } from '../../../../src/platform/config/outbound.config';
import { NameResolver } from '../../../../src/platform/http/name-resolver';
import { OutboundGuard } from '../../../../src/platform/http/outbound-guard';

class FakeResolver extends NameResolver {
  constructor(private readonly addresses: string[]) {
    super();
  }
  override addressesOf(): Promise<string[]> {
    return Promise.resolve(this.addresses);
  }
}

function guard({ allow = [], resolves = ['93.184.216.34'] }: { allow?: string[]; resolves?: string[] } = {}) {
  const outbound = Object.assign(new OutboundConfig(), { allowedTargets: allow });
  const http = Object.assign(new HttpConfig(), { givenPublicUrl: 'https://trestle.example' });
  return new OutboundGuard(outbound, http, new FakeResolver(resolves));
}

describe('OutboundGuard.checkUrl', () => {
  it.each([
    'https://example.com/',
    'https://example.com:8443/path?query',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
    'https://EXAMPLE.com./',
    'https://example.com\\@127.0.0.1/', // what judges it reads it as what calls it: a path
  ])('accepts %s', (url) => {
    expect(() => guard().checkUrl(url)).not.toThrow();
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'ws://example.com/',
    'example.com',
    '//example.com',
    '',
    `https://example.com/${'a'.repeat(2_048)}`,
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://example.com@127.0.0.1/',
    'https://127.0.0.1/',
    'https://127.0.0.2/',
    'https://127.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://192.0.0.8/',
    'https://198.18.0.1/',
    'https://192.0.2.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:53aa:64c::1]/',
    'https://[2001:db8::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://api.localhost/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://intranet/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:5432/',
    'https://example.com:6379/',
    'https://trestle.example/',
    'https://acme.trestle.example/',
    'https://TRESTLE.example./',
    'https://example.com:99999/',
    'https://example.com:0/',
    'https://localhost../',
    'https://api.localhost../',
    'https://trestle.example../',
    'https://acme.trestle.example../',
    'https://127.0.0.1%2f@example.com/',
    'https://127.0.0.1../',
    'https://[::ffff:0:7f00:1]/',
    'https://[2001:20::1]/',
    'https://[5f00::1]/',
    'https://192.88.99.1/',
  ])('rejects %s', (url) => {
    expect(() => guard().checkUrl(url)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', reason: 'outbound_refused' }),
    );
  });

  it('exempts what OUTBOUND_ALLOW names, and nothing else', () => {
    const allowing = guard({ allow: ['10.1.0.0/16', 'intranet', 'hooks.lan:8080', '127.0.0.1'] });
    for (const url of [
      'https://10.1.2.3/',
      'http://intranet/hook',
      'http://hooks.lan:8080/',
      'http://127.0.0.1:3999/',
    ]) {
      expect(() => allowing.checkUrl(url)).not.toThrow();
    }
    for (const url of [
      'https://10.2.0.1/',
      'http://hooks.lan/',
      'https://127.0.0.2/',
      'http://example.com/',
    ]) {
      expect(() => allowing.checkUrl(url)).toThrow(expect.objectContaining({ reason: 'outbound_refused' }));
    }
  });
});

describe('OutboundGuard.addressesFor', () => {
  const url = new URL('https://name.example/');

  it('returns the validated address of each family', async () => {
    await expect(guard().addressesFor(url)).resolves.toEqual(['93.184.216.34']);
    const resolves = ['93.184.216.34', '93.184.216.35', '2606:2800:220:1::1'];
    await expect(guard({ resolves }).addressesFor(url)).resolves.toEqual([resolves[0], resolves[2]]);
  });

  it.each([
    [['127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['::1']],
    [['fe80::1%eth0']],
    [['::ffff:169.254.169.254']],
    [[]],
  ])('rejects a name that resolves to %j', async (resolves) => {
    await expect(guard({ resolves }).addressesFor(url)).rejects.toMatchObject({ reason: 'outbound_refused' });
  });

  it('accepts a name whose addresses are all in an allowed network', async () => {
    const allowing = guard({ allow: ['10.0.0.0/8'], resolves: ['10.0.0.1'] });
    await expect(allowing.addressesFor(url)).resolves.toEqual(['10.0.0.1']);
  });
});
