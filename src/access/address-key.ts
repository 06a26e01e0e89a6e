import { isIP, isIPv6 } from 'node:net';

/** The rate-limit key of an address. IPv6 clients own a /64 and could use a new address for every attempt. */
export function addressKey(address: string): string {
  const ip = withoutPort(address);
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip.split('%')[0]!);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Some proxies write the client's port into X-Forwarded-For; every connection would count as another client. */
function withoutPort(address: string): string {
  if (isIP(address) !== 0) return address;
  const ip = /^\[?([^\]]*)\]?:\d+$/.exec(address)?.[1] ?? '';
  return isIP(ip) === 0 ? address : ip;
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [before = [], after] = ip.split('::').map(groupsOfPart);
  if (after === undefined) return before;
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

/** A dotted suffix, as in `64:ff9b::192.0.2.1`, is two groups. */
function groupsOfPart(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function bytesOf(group: number): number[] {
  return [Math.floor(group / 256), group % 256];
}
