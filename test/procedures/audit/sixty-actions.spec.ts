import { beforeAll, describe, expect, it } from 'vitest';
import type { ShownAuditEntry } from '../../support/audit';
import { auditEntries } from '../../support/audit';
import type { WireAnswer } from '../../support/client';
import { aProject } from '../../support/factories/project.factory';
import { anItem } from '../../support/factories/item.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { signingKey } from '../../support/identity-provider/self-signed';
import { type Known, type Role, type Step, STEPS } from './sixty-steps';

const QUERIES = new Set([
  'oauth.apps.list',
  'oauth.apps.get',
  'sso.get',
  'scim.tokens.list',
  'audit.list',
  'audit.export',
  'boards.export',
]);

function perform({ client }: TestMember, name: string, input: object): Promise<WireAnswer> {
  if (name === 'auth.tokens.create') return client.request('POST', '/api/auth/tokens', input);
  if (name === 'audit.export.download') {
    return client.request('GET', `/api/audit/export?${new URLSearchParams({ ...input }).toString()}`);
  }
  return QUERIES.has(name) ? client.query(name, input) : client.mutate(name, input);
}

function idIn({ data, body }: WireAnswer): string {
  const record = (data ?? body) as { id?: string; invitationId?: string };
  return (record.id ?? record.invitationId)!;
}

describe('sixty administrative actions', () => {
  let organization: TestOrganization;
  let people: Record<Role, TestMember>;
  let board: TestBoard;
  const known: Known = {};
  const done: { step: Step; answer: WireAnswer }[] = [];
  let entries: ShownAuditEntry[];

  beforeAll(async () => {
    organization = await anOrganization();
    const { owner, slug, app, id } = organization;
    const [admin, member, guest] = [
      await organization.addMember('admin'),
      await organization.addMember('member'),
      await organization.addMember('guest'),
    ];
    people = { owner, admin, member, guest };
    const workspace = await aWorkspace({ organization });
    const project = await aProject({ organization, workspace });
    board = await aBoard({ project });
    const item = await anItem(board);
    await made(owner.client, 'items.delete', { id: item });
    Object.assign(known, {
      organization: id,
      address: `${slug}@example.com`,
      domainName: `${slug}.example.org`,
      certificate: signingKey('provider').certificate,
      other: workspace.id,
      project: project.id,
      board: board.id,
      item,
    });
    for (const [role, { userId }] of Object.entries(people)) known[role] = userId;
    // What the fixture has done is not counted.
    const { rows } = await app.sql.query<{ count: number }>(
      'select count(*)::int as count from audit_entries where organization_id = $1',
      [id],
    );
    for (const step of STEPS) {
      const [role, name, input, , call] = step;
      const answer = await perform(people[role], name, input(known));
      if (call !== undefined) known[call] = idIn(answer);
      done.push({ step, answer });
    }
    entries = (await auditEntries({ ...organization, owner: admin })).toReversed().slice(rows[0]!.count);
  }, 60_000);

  it('leave sixty entries', () => {
    expect(STEPS).toHaveLength(60);
    expect(entries.map(({ action }) => action)).toEqual(STEPS.map(([, name]) => name));
  });

  it.each(STEPS.map((step, at) => [at + 1, step[0], step[1], at] as const))(
    '%i: %s, %s',
    (_number, _role, _name, at) => {
      const { step, answer } = done[at]!;
      const [role, action, , { target, reason, before, after }] = step;
      const { details, ...entry } = entries[at]!;
      expect(answer.status < 300, JSON.stringify(answer.body)).toBe(reason === undefined);
      expect(entry).toEqual({
        id: expect.stringMatching(/^aud_/),
        action,
        outcome: reason === undefined ? 'success' : 'failure',
        reason: reason ?? null,
        actor: {
          id: people[role].userId,
          name: people[role].name,
          email: people[role].email,
          isServiceAccount: false,
        },
        credential: { kind: 'token', id: expect.stringMatching(/^tok_/) },
        ip: '127.0.0.1',
        userAgent: 'lightMyRequest',
        target: target === undefined ? null : known[target],
        requestId: answer.headers['x-request-id'],
        createdAt: expect.any(String),
      });
      expect([details.before, details.after]).toEqual([before?.(known), after?.(known)]);
    },
  );
});
