import type { DeclaredRoute } from '../../../src/http/routes/declared-routes';
import { ORGANIZATION_ROLES } from '../../../src/access/role';
import type { Procedure } from '../../../src/rpc/procedure-registry';
import { namespaceOf, namespacesOf, procedureLink } from './namespaces';

/** A route beside the procedures; `requirement` null: for anyone. */
const PREFACE = `# Permissions

This page shows which scope and which role in the organization each procedure requires. \`npm run docs\` generates it from the
declarations of the procedures.

Trestle checks, in this order:

1. **Scope**: the token has the scope. A session has every scope.
2. **Role in the organization**: the role of the caller has _yes_ in the table. Procedures with _user_ are about the caller and
   require no organization.
3. **The record**: the caller has the required [role in its workspace](api.md#roles), by the [record rules](#record-rules).`;

/** docs/permissions.md, before formatting. `policies` are the texts of the policy files, by module. */
export function permissionTable(
  procedures: readonly Procedure[],
  routes: readonly DeclaredRoute[],
  policies: ReadonlyMap<string, string>,
): string {
  const tables = namespacesOf(procedures).map((namespace) => {
    const rows = procedures.filter(({ name }) => namespaceOf(name) === namespace).map(row);
    return `## ${namespace}\n\n${[HEAD, RULE, ...rows].join('\n')}`;
  });
  return `${[PREFACE, ...tables, recordRules(policies), routeTable(routes)].join('\n\n')}\n`;
}

const ROLES = ORGANIZATION_ROLES.toReversed();
const HEAD = `| procedure | kind | scope | ${ROLES.join(' | ')} |`;
const RULE = `| --- | --- | --- |${' :-: |'.repeat(ROLES.length)}`;

function row({ name, kind, scope, role }: Procedure): string {
  const least = role === 'person' ? 0 : ORGANIZATION_ROLES.indexOf(role);
  const cells = ROLES.map((each) => {
    if (role === 'person') return '_user_';
    return ORGANIZATION_ROLES.indexOf(each) >= least ? 'yes' : '–';
  });
  const link = `[${name}](${procedureLink(name)})`;
  return `| ${link} | ${kind} | \`${scope}\` | ${cells.join(' | ')} |`;
}

function routeTable(routes: readonly DeclaredRoute[]): string {
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ method, path, requirement, caller = 'anyone', isCounted }) => {
      const required = requirement ? `scope \`${requirement.scope}\`, role _${requirement.role}_` : caller;
      return `| \`${method} ${path}\` | ${required} | ${isCounted ? 'yes' : 'no'} |`;
    });
  return `## HTTP routes\n\n${['| route | who can call it | counts against a limit |', '| --- | --- | --- |', ...rows].join('\n')}`;
}

/** The rejections of the policies. */
function recordRules(policies: ReadonlyMap<string, string>): string {
  const rows = [...policies].flatMap(([module, text]) =>
    text.split(/^export /m).flatMap((declaration) => {
      const verb = /^const (\w+) = policy\b/.exec(declaration)?.[1];
      const message = /\bforbidden\(\s*(['"])(.*?)\1/.exec(declaration)?.[2];
      return verb && message ? [`| ${module} | \`${verb}\` | ${message} |`] : [];
    }),
  );
  return `## Record rules

A caller who sees a record but cannot perform the action gets FORBIDDEN with this message. A caller who does not see the
record gets NOT_FOUND. A creator or an author who became a viewer, or who left a closed workspace, has no rights to the record.

${['| module | action | message |', '| --- | --- | --- |', ...rows].join('\n')}`;
}
