import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import { addressSet } from '../../platform/config/cidr';

/** The proxies whose X-Forwarded-For is trusted (TRUST_PROXY); none by default. */
export class TrustedProxies {
  private readonly addresses: BlockList;

  constructor(cidrs: readonly string[]) {
    this.addresses = addressSet(cidrs);
  }

  has(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.addresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  /** The nearest address that is not a trusted proxy. Stops address spoofing: a client may write the earlier addresses. */
  clientOf({ socket, headers }: IncomingMessage): string {
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    let client = socket.remoteAddress ?? '';
    while (this.has(client)) {
      const next = hops.pop()?.trim();
      if (next === undefined || next === '') break;
      client = next;
    }
    return client;
  }
}
