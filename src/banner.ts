import type { Configuration } from './platform/config/configuration';
import { packageVersion } from './platform/config/version';

/** What a person at a terminal wants to know when the service is up. The log says the same to machines. */
export function banner(configuration: Configuration): string {
  const { http, database, storage, process } = configuration;
  const { dataDirectory, databaseUrl } = database;
  const address = http.publicUrl;
  const listening = `listening on ${http.host}:${http.port}`;
  const data =
    databaseUrl === undefined
      ? `${dataDirectory} (database, files, secret; this is what to back up)`
      : `${nameOf(databaseUrl)}; files in ${storage.directory ?? `${dataDirectory}/files`}`;
  const lines = [
    `Trestle ${packageVersion()} is ready at ${address} (${listening}; roles ${process.roles.join(', ')})`,
    `Data: ${data}`,
    '',
    'First, open an account with its organization:',
    '',
    `  curl -sS ${address}/api/auth/register -H 'content-type: application/json' \\`,
    `    -d '{"name":"Ada","email":"ada@example.com","password":"choose-your-own","organizationName":"Acme"}'`,
    '',
    `Then take the tour in README.md. Ctrl-C stops.`,
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
}

/** Host and database; never the user or the password. */
function nameOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `database ${pathname.slice(1)} at ${host}`;
}
