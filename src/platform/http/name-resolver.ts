import { lookup } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

/** Addresses of a host name, as the machine's own resolver has them. */
@Injectable()
export class NameResolver {
  async addressesOf(hostname: string): Promise<string[]> {
    const found = await lookup(hostname, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  }
}
