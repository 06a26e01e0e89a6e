import { Outbound } from '../../../src/platform/http/outbound';
import type { TestApp } from '../app';

/** Makes an application find other servers behind the addresses of the world's: by the start of a URL. */
export function impersonate({ nest }: TestApp, servers: Readonly<Record<string, string>>): void {
  const outbound = nest.get(Outbound, { strict: false });
  const request = outbound.request.bind(outbound);
  outbound.request = (asked) => {
    const found = Object.keys(servers).find((start) => asked.url.startsWith(start));
    return request(
      found === undefined ? asked : { ...asked, url: servers[found]! + asked.url.slice(found.length) },
    );
  };
}
