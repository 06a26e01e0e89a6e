import { BlockList, isIP } from 'node:net';

const ipv4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, where cloud providers serve instance metadata
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const) {
  ipv4.addSubnet(network, prefix, 'ipv4');
}

/** Only global unicast IPv6 is allowed, except ranges that embed or route to other addresses. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const ipv6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23], // protocol assignments, including Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which embeds any IPv4 address
  ['2620:4f:8000::', 48],
  ['3fff::', 20], // documentation
  ['5f00::', 16], // segment routing
] as const) {
  ipv6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address belongs to the public internet, according to IANA's special-purpose registries. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !ipv4.check(address, 'ipv4');
    case 6:
      // A zone names a network interface of this machine.
      return !address.includes('%') && globalUnicast.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
    default:
      return false;
  }
}
