import { BlockList, isIP } from 'node:net';

/** An address, or an address and a prefix length. */
export function isCidr(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const [address, prefix, ...rest] = value.split('/');
  const family = isIP(address ?? '');
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** The set of addresses that a list of addresses and CIDRs covers. */
export function addressSet(cidrs: readonly string[]): BlockList {
  const set = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) set.addAddress(address, family);
    else set.addSubnet(address, Number(prefix), family);
  }
  return set;
}
