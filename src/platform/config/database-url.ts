import { ValidateBy } from 'class-validator';

const PORT_MAX = 65_535;
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Why PostgreSQL's driver cannot use a URL; null when it can. Never contains the URL, which may contain a password. */
export function databaseUrlProblem(url: unknown): string | null {
  if (typeof url !== 'string' || !/^postgres(ql)?:\/\/\S+$/.test(url)) {
    return 'must be a postgres:// or postgresql:// URL';
  }
  if (/^\w+:\/\/(?:[^/?]*@)?[^/?@]*,[^/?@]*(?:[/?]|$)/.test(url))
    return 'must name one host, such as an address that follows the primary';
  const port = /^\w+:\/\/(?:[^/?]*@)?[^/?@]*:(\d+)(?:[/?]|$)/.exec(url)?.[1];
  if (port !== undefined && !isPort(port)) return `must have a port from 1 to ${PORT_MAX}`;
  if (!URL.canParse(url) || !isDecodable(url)) {
    return 'must percent-encode special characters in the user, the password and the database (% is written %25)';
  }
  const { pathname, searchParams } = new URL(url);
  // The driver would use the database with the name of the user.
  if (pathname.length <= 1)
    return 'must name the database, as in postgres://user:password@host:port/database';
  return optionProblem(Object.fromEntries(searchParams));
}

/** The host or the socket directory, and the port; never the user or the password. */
export function databaseAddress(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') || host || 'localhost';
}

/**
 * The same URL with the meaning of its `sslmode` written out: the driver treats these modes as verify-full, and prints a
 * warning of several lines about them.
 */
export function verifiedUrl(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url;
  return url.replace(/(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/g, 'verify-full');
}

function optionProblem({
  port,
  sslmode,
  sslrootcert,
  uselibpqcompat,
}: Record<string, string>): string | null {
  if (port !== undefined && !isPort(port)) return `must have a port from 1 to ${PORT_MAX}`;
  if (sslmode === undefined) return null;
  if (!SSL_MODES.includes(sslmode)) return `must have one of these sslmode values: ${SSL_MODES.join(', ')}`;
  const isWithoutRoot = uselibpqcompat === 'true' && sslmode === 'verify-ca' && !sslrootcert;
  return isWithoutRoot ? 'must have sslrootcert, which sslmode=verify-ca needs' : null;
}

function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= PORT_MAX;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function IsDatabaseUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isDatabaseUrl',
    validator: {
      validate: (value) => databaseUrlProblem(value) === null,
      defaultMessage: (given) => databaseUrlProblem(given?.value) ?? '',
    },
  });
}
