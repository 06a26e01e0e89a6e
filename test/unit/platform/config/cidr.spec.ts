import { describe, expect, it } from 'vitest';
import { addressSet, isCidr } from '../../../../src/platform/config/cidr';

describe('isCidr', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', '::1', 'fd00::/8', '::/0', '::1/128'])(
    'accepts %s',
    (text) => expect(isCidr(text)).toBe(true),
  );

  it.each([
    '',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    'example.com',
    '*',
    '10.0.0.256',
    '[::1]',
    ' 10.0.0.1',
    5,
    null,
  ])('rejects %j', (value) => expect(isCidr(value)).toBe(false));
});

describe('addressSet', () => {
  it.each<[string[], string, 'ipv4' | 'ipv6', boolean]>([
    [[], '127.0.0.1', 'ipv4', false],
    [['127.0.0.1'], '127.0.0.1', 'ipv4', true],
    [['127.0.0.1'], '127.0.0.2', 'ipv4', false],
    [['10.0.0.0/8'], '10.255.255.255', 'ipv4', true],
    [['10.0.0.0/8'], '11.0.0.0', 'ipv4', false],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', 'ipv6', true],
    [['10.0.0.0/8', 'fd00::/8'], 'fd12::1', 'ipv6', true],
    [['fd00::/8'], 'fe00::1', 'ipv6', false],
    [['0.0.0.0/0'], '203.0.113.9', 'ipv4', true],
  ])('%j and %s', (cidrs, address, family, isCovered) => {
    expect(addressSet(cidrs).check(address, family)).toBe(isCovered);
  });
});
