import type { FirstOwner } from './modules/accounts';
import type { Configuration } from './platform/config/configuration';
import { databaseAddress } from './platform/config/database-url';
import { packageVersion } from './platform/config/version';

/** What the operator at a terminal needs once the service is up. The log has the same information for machines. */
export function banner(
  configuration: Configuration,
  { hasAccounts, createdOwner = null }: { hasAccounts: boolean; createdOwner?: FirstOwner | null },
): string {
  const { accounts, http, database, storage, process } = configuration;
  const { dataDirectory, databaseUrl } = database;
  const address = http.publicUrl;
  const listening = `listening on ${http.host}:${http.port}`;
  const files =
    storage.s3 === undefined
      ? (storage.directory ?? `${dataDirectory}/files`)
      : `the bucket ${storage.s3.bucket}`;
  const data =
    databaseUrl === undefined ? embedded(configuration, files) : `${nameOf(databaseUrl)}; files in ${files}`;
  const lines = [
    `Trestle ${packageVersion()} is ready at ${address} (${listening}; roles ${process.roles.join(', ')})`,
    `Data: ${data}`,
    '',
    ...(createdOwner === null ? [] : ownerSteps(createdOwner)),
    ...(hasAccounts ? [] : accounts.registration === 'open' ? firstSteps(address) : firstOwner()),
    `${hasAccounts ? 'Take' : 'Then take'} the tour in README.md. Ctrl-C stops.`,
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
}

function embedded({ database, storage }: Configuration, files: string): string {
  const { dataDirectory } = database;
  return storage.storageUrl === undefined
    ? `${dataDirectory} (database, files, secret; this is what to back up)`
    : `${dataDirectory} (database, secret) and ${files} (files); this is what to back up`;
}

/** Only while there is no account, because registration would fail afterwards. */
function firstSteps(address: string): string[] {
  return [
    'First, create an account and its organization:',
    '',
    `  curl -sS ${address}/api/auth/register -H 'content-type: application/json' \\`,
    `    -d '{"name":"Ada","email":"ada@example.com","password":"choose-your-own","organizationName":"Acme"}'`,
    '',
  ];
}

/** Printed once: the next start creates no one. */
function ownerSteps({ email, organization, password }: FirstOwner): string[] {
  const first = `${email} is the owner of the new organization ${organization}`;
  if (password === null) return [`${first}, and gets a mail with a link to set a password.`, ''];
  return [
    `${first}, and sets a password with this link,`,
    `which works once, until ${password.expiresAt.toISOString()}:`,
    '',
    `  ${password.link}`,
    '',
  ];
}

/** Where no one can register. */
function firstOwner(): string[] {
  return [
    'First, create an organization with its owner, from another terminal:',
    '',
    '  npx trestle create-owner --email ada@example.com --name Ada --organization Acme',
    '',
  ];
}

/** Host and database; never the user or the password. */
function nameOf(databaseUrl: string): string {
  return `database ${new URL(databaseUrl).pathname.slice(1)} at ${databaseAddress(databaseUrl)}`;
}
