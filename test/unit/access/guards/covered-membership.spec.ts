import { describe, expect, it } from 'vitest';
import { isCovered } from '../../../../src/access/guards/covered-membership';
import type { BoardShare, Membership } from '../../../../src/access/principal';
import type { WorkspaceRole } from '../../../../src/access/role';
import type { BoardId, ProjectId, WorkspaceId } from '../../../../src/kernel/ids';

const roles = (entries: Record<string, WorkspaceRole>) =>
  new Map(Object.entries(entries) as [WorkspaceId, WorkspaceRole][]);
const shares = (entries: Record<string, BoardShare['permission']>) =>
  new Map(
    Object.entries(entries).map(([id, permission]) => [
      id as BoardId,
      { permission, projectId: 'p' as ProjectId, workspaceId: 'w' as WorkspaceId },
    ]),
  );
const member = (entries: Record<string, WorkspaceRole>): Membership => ({
  role: 'member',
  workspaceRoles: roles(entries),
});
const guest = (entries: Record<string, BoardShare['permission']>): Membership => ({
  role: 'guest',
  workspaceRoles: roles({}),
  sharedBoards: shares(entries),
});

describe('isCovered', () => {
  it.each<[string, Membership, Membership | null, boolean]>([
    ['nothing changed', member({ a: 'admin' }), member({ a: 'admin' }), true],
    ['one more workspace', member({ a: 'admin' }), member({ a: 'admin', b: 'viewer' }), true],
    ['one workspace less', member({ a: 'admin', b: 'viewer' }), member({ a: 'admin' }), false],
    ['a lesser role in a workspace', member({ a: 'admin' }), member({ a: 'member' }), false],
    ['another role', { ...member({}), role: 'admin' }, member({}), false],
    ['no membership', member({}), null, false],
    ['one more board', guest({ a: 'edit' }), guest({ a: 'edit', b: 'view' }), true],
    ['one board less', guest({ a: 'edit' }), guest({}), false],
    ['a board only to view', guest({ a: 'edit' }), guest({ a: 'view' }), false],
    ['a second factor required', member({}), { ...member({}), secondFactorDueAt: new Date(0) }, false],
  ])('%s', (_what, used, now, expected) => {
    expect(isCovered(used, now)).toBe(expected);
  });
});
