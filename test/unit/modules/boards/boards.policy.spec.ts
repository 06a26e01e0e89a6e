import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { createBoard, deleteBoard } from '../../../../src/modules/boards/boards.policy';
import type { Principal } from '../../../../src/access/principal';
import type { WorkspaceAccess } from '../../../../src/modules/hierarchy';

const may = (...rights: (keyof WorkspaceAccess)[]): WorkspaceAccess => ({
  canSee: true,
  canEditItems: rights.includes('canEditItems'),
  canDeleteItems: rights.includes('canEditItems'),
  canBuild: rights.includes('canBuild'),
  isAdmin: rights.includes('isAdmin'),
  isArchived: rights.includes('isArchived'),
});
const viewer = may();
const visitor = may('canEditItems');
const member = may('canEditItems', 'canBuild');
const admin = may('canEditItems', 'canBuild', 'isAdmin');
const [own, others] = [newId('user'), newId('user')];

const caller = { userId: own } as Principal;

describe('the policy of boards', () => {
  it.each([
    ['viewer', viewer, false],
    ['visitor', visitor, false],
    ['member', member, true],
    ['admin', admin, true],
  ])('a %s can change the structure: %#', (_who, access, allowed) => {
    expect(createBoard.allows(caller, { access })).toBe(allowed);
  });

  it.each([
    ['viewer', viewer, { own: false, others: false }],
    ['visitor', visitor, { own: true, others: false }],
    ['member', member, { own: true, others: false }],
    ['admin', admin, { own: true, others: true }],
  ])('a %s can delete their own board, and that of others: %#', (_who, access, allowed) => {
    expect(deleteBoard.allows(caller, { access, facts: { createdBy: own } })).toBe(allowed.own);
    expect(deleteBoard.allows(caller, { access, facts: { createdBy: others } })).toBe(allowed.others);
  });
});
