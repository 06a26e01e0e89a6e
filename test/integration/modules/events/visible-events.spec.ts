import { beforeEach, describe, expect, it } from 'vitest';
import type { CallContext } from '../../../../src/access/principal';
import { MembershipReader } from '../../../../src/access/ports';
import { SCOPES } from '../../../../src/access/scope';
import { newId } from '../../../../src/kernel/ids';
import { EventPresenterService, VisibleEventsService } from '../../../../src/modules/events';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { anAutomation } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aComment } from '../../../support/factories/comment.factory';
import { aForm } from '../../../support/factories/form.factory';
import { anItem } from '../../../support/factories/item.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { loggedEvents } from '../../../support/presented-events';

describe('VisibleEventsService', () => {
  let organization: TestOrganization;
  let board: TestBoard;
  let member: TestMember;
  let guest: TestMember;
  let from: number;
  beforeEach(async () => {
    organization = await anOrganization();
    board = await aBoard({ organization, columns: [{ name: 'Text', type: 'text' }] });
    member = await organization.addMember();
    guest = await organization.addMember('guest');
    await share(board);
    from = (await loggedEvents(organization)).at(-1)!.sequence;
  });
  const call = (name: string, input: object) => made(organization.owner.client, name, input);
  const share = ({ id }: TestBoard) =>
    call('boards.members.add', { boardId: id, userId: guest.userId, permission: 'view' });

  async function contextOf({ userId }: TestMember): Promise<CallContext> {
    const { id: organizationId, app } = organization;
    const membership = await app.nest
      .get(MembershipReader, { strict: false })
      .membership(organizationId, userId);
    const credential = { kind: 'token', id: newId('token'), organizationId } as const;
    const person = { userId, credential, scopes: new Set(SCOPES) };
    const principal = { ...membership!, ...person, organizationId, membership: membership! };
    return { ...NO_TRANSACTION, requestId: 'test', organizationId, person, principal };
  }

  /** The events since the beginning of the test that someone sees. */
  async function seenBy(someone: TestMember) {
    const { nest } = organization.app;
    const context = await contextOf(someone);
    const events = await loggedEvents(organization, from);
    const visible = await nest.get(VisibleEventsService, { strict: false }).visibleTo(context, events);
    const presented = await nest.get(EventPresenterService, { strict: false }).present(context, visible);
    return presented.map(({ event, data }) => ({ event, data: JSON.parse(JSON.stringify(data)) as object }));
  }
  const typesSeenBy = async (someone: TestMember) => (await seenBy(someone)).map(({ event }) => event.type);
  const aClosedBoard = async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    return aBoard({ organization, workspace });
  };

  it('shows events of boards that the caller sees', async () => {
    await anItem(board);
    await anItem(await aClosedBoard());
    expect(await typesSeenBy(organization.owner)).toEqual([
      'item.created',
      'board.created',
      'board.created',
      'item.created',
    ]);
    expect(await typesSeenBy(member)).toEqual(['item.created']);
    expect(await typesSeenBy(guest)).toEqual(['item.created']);
  });

  it('hides events of the organization from all but its owner and admins', async () => {
    const admin = await organization.addMember('admin');
    await call('organizations.members.invite', { email: 'new@example.com', role: 'member' });
    const leaving = await organization.addMember();
    await call('organizations.members.remove', { userId: leaving.userId });
    for (const someone of [organization.owner, admin])
      expect(await typesSeenBy(someone)).toEqual(['member.invited', 'member.removed']);
    for (const someone of [member, guest]) expect(await typesSeenBy(someone)).toEqual([]);
  });

  it('hides events of an item that is on a hidden board now, except that it left', async () => {
    const hidden = await aClosedBoard();
    from = (await loggedEvents(organization)).at(-1)!.sequence;
    const itemId = await anItem(board, { name: 'Open' });
    await aComment(board, itemId);
    await call('items.move', { id: itemId, boardId: hidden.id, groupId: hidden.groupIds[0] });
    await call('items.update', { id: itemId, name: 'Confidential' });
    for (const someone of [member, guest]) {
      const seen = await seenBy(someone);
      expect(seen.map(({ event }) => event.type)).toEqual(['item.removed']);
      expect(seen[0]!.data).toEqual({ groupId: board.groupIds[0], item: { id: itemId, boardId: board.id } });
    }
    expect(await typesSeenBy(organization.owner)).toHaveLength(5);
  });

  it('hides the board that an item came from', async () => {
    const hidden = await aClosedBoard();
    from = (await loggedEvents(organization)).at(-1)!.sequence;
    const itemId = await anItem(hidden);
    await call('items.move', { id: itemId, boardId: board.id, groupId: board.groupIds[0] });
    const [moved, ...others] = await seenBy(member);
    expect(others).toEqual([]);
    expect(moved!.data).toMatchObject({ item: { id: itemId }, groupId: board.groupIds[0] });
    expect(JSON.stringify(moved)).not.toMatch(new RegExp(`${hidden.id}|${hidden.groupIds[0]}`));
    const all = await seenBy(organization.owner);
    expect(all.at(-1)!.data).toMatchObject({
      previousBoardId: hidden.id,
      previousGroupId: hidden.groupIds[0],
    });
  });

  it('hides forms and automations from guests', async () => {
    await aForm(board);
    await anAutomation(board);
    expect(await typesSeenBy(member)).toEqual(['form.created', 'form.published', 'automation.created']);
    expect(await typesSeenBy(guest)).toEqual([]);
  });

  it('shows only the deletion of a deleted board, and that to those who see its project', async () => {
    await anItem(board);
    const closed = await aClosedBoard();
    await call('boards.delete', { id: board.id });
    await call('boards.delete', { id: closed.id });
    const deletions = ['board.deleted', 'board.deleted'];
    const before = (await typesSeenBy(organization.owner)).filter((type) => type !== 'board.created');
    expect(before).toEqual(deletions);
    const seen = await seenBy(member);
    expect(seen.map(({ data }) => data)).toEqual([{ board: { id: board.id, projectId: board.project.id } }]);
    expect(await typesSeenBy(guest)).toEqual([]);
    await call('projects.delete', { id: board.project.id });
    expect(await typesSeenBy(member)).toEqual([]);
    expect(await typesSeenBy(organization.owner)).toContain('board.deleted');
  });

  it('hides internal events', async () => {
    await call('projects.update', { id: board.project.id, name: 'Renamed' });
    expect(await typesSeenBy(organization.owner)).toEqual([]);
  });

  it('decides by what the caller sees now', async () => {
    await anItem(board);
    await call('boards.members.remove', { boardId: board.id, userId: guest.userId });
    expect(await typesSeenBy(guest)).toEqual([]);
    await call('workspaces.update', { id: board.workspace.id, visibility: 'closed' });
    expect(await typesSeenBy(member)).toEqual([]);
    await share(board);
    expect(await typesSeenBy(guest)).toEqual(['item.created']);
  });
});
