import { lookup } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

/** Resolves a host name to addresses with the machine's own resolver. */
@Injectable()
export class NameResolver {
  async addressesOf(hostname: string): Promise<string[]> {
    const found = await lookup(hostname, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  }
}
