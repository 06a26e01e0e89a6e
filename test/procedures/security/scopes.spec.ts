import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/access/scope';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';

/** The contract's table (section 5) as a rule: the lowest line that fits counts. */
function scopeOf({ name, kind }: Procedure): Scope {
  const [noun = '', last = ''] = [name.split('.')[0], name.split('.').at(-1)];
  if (noun === 'webhooks') return 'webhooks';
  const isSettings =
    ['organizations', 'invitations', 'sso', 'scim'].includes(noun) || name.startsWith('oauth.apps.');
  if (noun === 'audit' || (isSettings && kind === 'mutation')) return 'admin';
  if (kind === 'query') return 'read';
  return last === 'delete' || last === 'bulkDelete' || name === 'trash.purge' ? 'delete' : 'write';
}

describe('the scope of every procedure', () => {
  let procedures: Procedure[];
  beforeAll(async () => {
    procedures = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
  });

  it('is the one of the published table', () => {
    expect(procedures.filter((each) => each.scope !== scopeOf(each)).map(({ name }) => name)).toEqual([]);
  });

  it('is never read for a mutation', () => {
    const reading = procedures.filter(({ kind, scope }) => kind === 'mutation' && scope === 'read');
    expect(reading.map(({ name }) => name)).toEqual([]);
  });

  it('admin and webhooks also require the role of an administrator, except for your own account', () => {
    const open = procedures.filter(
      ({ scope, role }) => /admin|webhooks/.test(scope) && !/admin|owner/.test(role),
    );
    expect(open.map(({ name }) => name)).toEqual([
      'invitations.accept',
      'organizations.create',
      'organizations.members.remove',
    ]);
  });
});
