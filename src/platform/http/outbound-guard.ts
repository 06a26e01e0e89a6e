import { type BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { addressSet, isCidr } from '../config/cidr';
import { HttpConfig } from '../config/http.config';
import { OutboundConfig } from '../config/outbound.config';
import { NameResolver } from './name-resolver';
import { OutboundRefused } from './outbound-errors';
import { isPublicAddress } from './public-address';

/** Below 1024 only the web's own; above, not where databases and caches listen. */
const DATABASE_PORTS = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 5432, 5672, 5984, 6000, 6379, 6443, 8500, 9042, 9092, 9200,
  9300, 10250, 11211, 27017,
]);

const MAX_URL = 2_048;

/**
 * The outbound guard (contract §8): which targets people may make this service call. A name is resolved first, each of
 * its addresses must be public, and the connection goes to the address that was judged.
 */
@Injectable()
export class OutboundGuard {
  private readonly allowedHosts: ReadonlySet<string>;
  private readonly allowedAddresses: BlockList;
  /** The apex: neither it nor an organization's host is called, which could go round in circles. */
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

  /** What can be judged without asking the network: called when a URL is saved. Answers the URL as it will be used. */
  checkUrl(given: string): URL {
    if (given.length > MAX_URL || !URL.canParse(given)) throw new OutboundRefused('Must be an absolute URL');
    // The parser makes one form of every spelling: decimal and octal addresses, full-width digits, upper case.
    const url = new URL(given);
    const isAllowed = this.isAllowedHost(url);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) {
      throw new OutboundRefused('Must be an https URL');
    }
    if (url.username !== '' || url.password !== '')
      throw new OutboundRefused('Must not hold a user name or password');
    if (isAllowed) return url;
    const host = hostOf(url);
    if (isOwn(host, this.ownHost)) throw new OutboundRefused('Must not lead back to this service');
    if (host === 'localhost' || host.endsWith('.localhost') || !host.includes(isIP(host) === 6 ? ':' : '.')) {
      throw new OutboundRefused('Must name a host of the public internet');
    }
    if (isIP(host) !== 0) this.judge(host);
    const port = url.port === '' ? 443 : Number(url.port);
    if ((port < 1024 && port !== 80 && port !== 443) || DATABASE_PORTS.has(port)) {
      throw new OutboundRefused(`Port ${port} is not called`);
    }
    return url;
  }

  /** The address to connect to. One bad address among several refuses them all. */
  async addressFor(url: URL): Promise<string> {
    const host = hostOf(url);
    const addresses = isIP(host) === 0 ? await this.names.addressesOf(host) : [host];
    if (addresses.length === 0) throw new OutboundRefused('The host has no address');
    if (!this.isAllowedHost(url)) for (const address of addresses) this.judge(address);
    return addresses[0]!;
  }

  private judge(address: string): void {
    if (!isPublicAddress(address) && !this.isAllowedAddress(address)) {
      throw new OutboundRefused('Must lead to an address of the public internet');
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

/** Without the brackets of IPv6 and the root's dot; more than one is a spelling that some resolvers take. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

function isOwn(host: string, own: string): boolean {
  return host === own || host.endsWith(`.${own}`);
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
