import { type BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { addressSet, isCidr } from '../config/cidr';
import { HttpConfig } from '../config/http.config';
import { OutboundConfig } from '../config/outbound.config';
import { NameResolver } from './name-resolver';
import { OutboundRejected } from './outbound-errors';
import { isPublicAddress } from './public-address';

/** Below 1024 only the ports of the web; above, not the ports of databases and caches. */
const DATABASE_PORTS = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 5432, 5672, 5984, 6000, 6379, 6443, 8500, 9042, 9092, 9200,
  9300, 10250, 11211, 27017,
]);

const MAX_URL = 2_048;

/**
 * The outbound guard (contract §8): the targets that users can make this service call. Stops SSRF and DNS rebinding: a
 * name is resolved first, all its addresses must be public, and the connection uses the address that was checked.
 */
@Injectable()
export class OutboundGuard {
  private readonly allowedHosts: ReadonlySet<string>;
  private readonly allowedAddresses: BlockList;
  /** The apex: the service calls neither it nor an organization's host, which could cause a loop. */
  private readonly ownHost: string;

  constructor(
    { allowedTargets }: OutboundConfig,
    http: HttpConfig,
    private readonly names: NameResolver,
  ) {
    this.allowedHosts = new Set(allowedTargets.filter((target) => !isCidr(target)).map(lowerCase));
    this.allowedAddresses = addressSet(allowedTargets.filter(isCidr));
    this.ownHost = new URL(http.publicUrl).hostname;
  }

  /** The checks that need no network, for a URL that is saved. Returns the normalized URL. */
  checkUrl(given: string): URL {
    if (given.length > MAX_URL || !URL.canParse(given)) throw new OutboundRejected('Must be an absolute URL');
    // The parser normalizes every spelling: decimal and octal addresses, full-width digits, upper case.
    const url = new URL(given);
    const isAllowed = this.isAllowedHost(url);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) {
      throw new OutboundRejected('Must be an https URL');
    }
    if (url.username !== '' || url.password !== '')
      throw new OutboundRejected('Must not contain a user name or password');
    if (isAllowed) return url;
    const host = hostOf(url);
    if (isOwn(host, this.ownHost)) throw new OutboundRejected('Must not resolve to this service');
    if (host === 'localhost' || host.endsWith('.localhost') || !host.includes(isIP(host) === 6 ? ':' : '.')) {
      throw new OutboundRejected('Must be a public internet host');
    }
    if (isIP(host) !== 0) this.judge(host);
    const port = url.port === '' ? 443 : Number(url.port);
    if ((port < 1024 && port !== 80 && port !== 443) || DATABASE_PORTS.has(port)) {
      throw new OutboundRejected(`Port ${port} is not allowed`);
    }
    return url;
  }

  /**
   * The addresses to connect to: the first of each family, because the machine may not reach both. One forbidden address
   * among all of the host rejects the target.
   */
  async addressesFor(url: URL, signal?: AbortSignal): Promise<string[]> {
    const host = hostOf(url);
    const isListed = this.isAllowedHost(url);
    const addresses = isIP(host) === 0 ? await this.names.addressesOf(host, { signal, isListed }) : [host];
    if (addresses.length === 0) throw new OutboundRejected('The host has no address');
    if (!isListed) for (const address of addresses) this.judge(address);
    return [4, 6].flatMap((family) => addresses.find((address) => isIP(address) === family) ?? []);
  }

  private judge(address: string): void {
    if (!isPublicAddress(address) && !this.isAllowedAddress(address)) {
      throw new OutboundRejected('Must resolve to a public internet address');
    }
  }

  private isAllowedHost(url: URL): boolean {
    const host = hostOf(url);
    const port = url.port || (url.protocol === 'http:' ? '80' : '443');
    return (
      this.allowedHosts.has(host) || this.allowedHosts.has(`${host}:${port}`) || this.isAllowedAddress(host)
    );
  }

  private isAllowedAddress(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.allowedAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Removes the brackets of IPv6 and the trailing dot; some resolvers accept more than one. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

function isOwn(host: string, own: string): boolean {
  return host === own || host.endsWith(`.${own}`);
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
