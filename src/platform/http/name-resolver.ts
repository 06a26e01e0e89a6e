import { lookup, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

/** Of the first attempt; the second takes up to twice as long. */
const TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;

interface ResolveOptions {
  /** Ends the resolution with an error. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the operator lists the host, so that the hosts file and the search domains of the machine apply. */
  readonly isListed?: boolean;
}

/** Resolves a host name to addresses, those of IPv4 first. Throws if there are none. */
@Injectable()
export class NameResolver {
  /**
   * Queries DNS directly. The resolver of the machine (getaddrinfo) occupies one of the few threads of the process, which all
   * tenants and all file operations share, for as long as a name server keeps silent; users choose the names here.
   */
  async addressesOf(hostname: string, { signal, isListed = false }: ResolveOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    return isListed ? addressesOfMachine(hostname) : this.query(hostname, signal);
  }

  /** One for each name, so that canceling it ends no other query. */
  protected resolver(): Resolver {
    return new Resolver({ timeout: TIMEOUT_MS, tries: ATTEMPTS });
  }

  private async query(hostname: string, signal: AbortSignal | undefined): Promise<string[]> {
    const resolver = this.resolver();
    const cancel = () => resolver.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
      const failure = families.find((family) => family.status === 'rejected');
      if (addresses.length === 0 && failure !== undefined) throw failure.reason;
      return addresses;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }
}

async function addressesOfMachine(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}
