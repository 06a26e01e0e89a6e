import type { IncomingMessage } from 'node:http';
import { type AddressSet, addressSet, containsAddress } from '../../platform/config/cidr';

/** The proxies whose X-Forwarded-For is trusted (TRUST_PROXY); none by default. */
export class TrustedProxies {
  private readonly addresses: AddressSet;

  constructor(cidrs: readonly string[]) {
    this.addresses = addressSet(cidrs);
  }

  has(address: string): boolean {
    return containsAddress(this.addresses, address);
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
