import { BlockList, isIP } from 'node:net';

/** An address, or an address and a prefix length. */
export function isCidr(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const [address, prefix, ...rest] = value.split('/');
  const family = isIP(address ?? '');
  // A zone (fe80::1%eth0) names an interface of one machine.
  if (family === 0 || rest.length > 0 || value.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

export type AddressSet = BlockList;

/** The set of addresses that a list of addresses and CIDRs covers. */
export function addressSet(cidrs: readonly string[]): AddressSet {
  const set = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) set.addAddress(address, family);
    else set.addSubnet(address, Number(prefix), family);
  }
  return set;
}

/** Whether an address is in the set; IPv4-mapped IPv6 addresses count as IPv4. */
export function containsAddress(set: AddressSet, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && set.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether one of `cidrs` covers all addresses of `cidr`. */
export function isWithinCidrs(cidr: string, cidrs: readonly string[]): boolean {
  const [address = '', prefix] = cidr.split('/');
  const lengthOf = (text: string | undefined) => (text === undefined ? Infinity : Number(text));
  return cidrs.some((each) => {
    const [other = '', otherPrefix] = each.split('/');
    const isSameFamily = isIP(address) === isIP(other);
    return (
      isSameFamily &&
      lengthOf(otherPrefix) <= lengthOf(prefix) &&
      containsAddress(addressSet([each]), address)
    );
  });
}
