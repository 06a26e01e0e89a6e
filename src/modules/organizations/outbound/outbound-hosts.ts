import { z } from 'zod';

const MAX_HOSTS = 100;
const WILDCARD = '*.';

const outboundHost = z.string().transform((given, check) => {
  const pattern = hostPattern(given);
  if (pattern === null) check.addIssue('Must be a host name such as example.com or *.example.com');
  return pattern ?? '';
});

/** The hosts that webhooks and automations can call. The outbound guard applies to them all the same. */
export const outboundHosts = z
  .array(outboundHost)
  .max(MAX_HOSTS, `Must name at most ${MAX_HOSTS} hosts`)
  .transform((hosts) => [...new Set(hosts)]);

/** As the URL parser spells it, so that one host has one spelling; null if it is no host. */
function hostPattern(given: string): string | null {
  const isWildcard = given.startsWith(WILDCARD);
  const name = (isWildcard ? given.slice(WILDCARD.length) : given).replace(/\.$/, '');
  const address = `https://${name}/`;
  // Stops a port, a user name, a path or a query: the parser would drop what is no host.
  if (name === '' || /[\s@/\\?#*]/.test(name) || /:\d*$/.test(name) || !URL.canParse(address)) return null;
  return `${isWildcard ? WILDCARD : ''}${new URL(address).hostname}`;
}

/** Whether the list contains the host of a URL. `*.example.com` contains every subdomain, but not `example.com`. */
export function containsHost(hosts: readonly string[], url: URL): boolean {
  const host = url.hostname.replace(/\.+$/, '');
  return hosts.some((pattern) =>
    pattern.startsWith(WILDCARD) ? host.endsWith(pattern.slice(1)) : host === pattern,
  );
}
