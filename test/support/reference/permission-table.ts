import { ORGANIZATION_ROLES } from '../../../src/access/role';
import type { Procedure } from '../../../src/rpc/procedure-registry';
import { namespaceOf, namespacesOf } from './procedure-reference';

/** A route beside the procedures; `requirement` null: for anyone. */
export interface PlainRouteEntry {
  method: string;
  path: string;
  requirement: { scope: string; role: string } | null;
  caller?: string;
  isCounted: boolean;
}

const PREFACE = `# Permissions

Written by \`npm run docs\` from the procedures' own declarations; a test fails when it is stale.

Three things are asked, in this order: does the token have the **scope** (a session has every scope); is the caller's
**role in the organization** at least this one; may they do this with **this record** (their role in its workspace:
[api.md](api.md#roles)). _person_ means that the procedure is about the caller and needs no organization.`;

/** docs/permissions.md, before formatting. */
export function permissionTable(
  procedures: readonly Procedure[],
  routes: readonly PlainRouteEntry[],
): string {
  const tables = namespacesOf(procedures).map((namespace) => {
    const rows = procedures.filter(({ name }) => namespaceOf(name) === namespace).map(row);
    return `## ${namespace}\n\n${[HEAD, RULE, ...rows].join('\n')}`;
  });
  return `${[PREFACE, ...tables, routeTable(routes)].join('\n\n')}\n`;
}

const ROLES = ORGANIZATION_ROLES.toReversed();
const HEAD = `| procedure | kind | scope | ${ROLES.join(' | ')} |`;
const RULE = `| --- | --- | --- |${' :-: |'.repeat(ROLES.length)}`;

function row({ name, kind, scope, role }: Procedure): string {
  const least = role === 'person' ? 0 : ORGANIZATION_ROLES.indexOf(role);
  const cells = ROLES.map((each) => {
    if (role === 'person') return '_person_';
    return ORGANIZATION_ROLES.indexOf(each) >= least ? 'yes' : '–';
  });
  const link = `[${name}](procedures.md#${name.replaceAll('.', '').toLowerCase()})`;
  return `| ${link} | ${kind} | \`${scope}\` | ${cells.join(' | ')} |`;
}

function routeTable(routes: readonly PlainRouteEntry[]): string {
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ method, path, requirement, caller = 'anybody', isCounted }) => {
      const asked = requirement ? `scope \`${requirement.scope}\`, role _${requirement.role}_` : caller;
      return `| \`${method} ${path}\` | ${asked} | ${isCounted ? 'yes' : 'no'} |`;
    });
  return `## Plain routes\n\n${['| route | who | counts against a limit |', '| --- | --- | --- |', ...rows].join('\n')}`;
}
