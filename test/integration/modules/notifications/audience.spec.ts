import { beforeAll, describe, expect, it } from 'vitest';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { AudienceReadModel } from '../../../../src/modules/hierarchy';
import { type BoardId, type ItemId, newId } from '../../../../src/kernel/ids';
import { sharedApp, type TestApp } from '../../../support/app';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aPeopleGroup } from '../../../support/factories/people-group.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';

describe('the audience of a record', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let open: TestBoard;
  let closed: TestBoard;
  const people: Record<string, TestMember> = {};

  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization();
    const [openSpace, closedSpace] = [
      await aWorkspace({ organization }),
      await aWorkspace({ organization, visibility: 'closed' }),
    ];
    open = await aBoard({ workspace: openSpace });
    closed = await aBoard({ workspace: closedSpace });
    const { client } = organization.owner;
    people['owner'] = organization.owner;
    people['admin'] = await organization.addMember('admin');
    people['member'] = await organization.addMember('member');
    people['insider'] = await closedSpace.addMember('viewer');
    people['grouped'] = await organization.addMember('member');
    const { id: groupId } = await aPeopleGroup(organization, { userIds: [people['grouped'].userId] });
    await made(client, 'workspaces.groups.add', { workspaceId: closedSpace.id, groupId, role: 'viewer' });
    people['guest'] = await organization.addMember('guest');
    people['sharer'] = await organization.addMember('guest');
    for (const board of [open, closed])
      await made(client, 'boards.members.add', {
        boardId: board.id,
        userId: people['sharer'].userId,
        permission: 'view',
      });
    people['deactivated'] = await organization.addMember('admin');
    await made(client, 'organizations.members.deactivate', { userId: people['deactivated'].userId });
    people['stranger'] = (await anOrganization()).owner;
  });

  const seeing = async (boardId: BoardId | null, itemId: ItemId | null = null): Promise<string[]> => {
    const candidates = Object.entries(people).map(([name, { userId }]) => ({
      organizationId: organization.id,
      userId,
      boardId,
      itemId,
      name,
    }));
    const found = await app.nest.get(AudienceReadModel, { strict: false }).seeing(NO_TRANSACTION, candidates);
    return found.map(({ name }) => name);
  };

  /** Who gets a board or an item over the wire. */
  const reading = async (procedure: string, id: string): Promise<string[]> => {
    const names: string[] = [];
    for (const [name, { client }] of Object.entries(people))
      if ((await client.query(procedure, { id })).status === 200 && name !== 'stranger') names.push(name);
    return names;
  };

  it('is who reads the board over the wire', async () => {
    expect(await seeing(open.id)).toEqual(['owner', 'admin', 'member', 'insider', 'grouped', 'sharer']);
    expect(await seeing(open.id)).toEqual(await reading('boards.get', open.id));
    expect(await seeing(closed.id)).toEqual(['owner', 'admin', 'insider', 'grouped', 'sharer']);
    expect(await seeing(closed.id)).toEqual(await reading('boards.get', closed.id));
  });

  it('is every active member without a record, and no one of a missing one', async () => {
    expect(await seeing(null)).toEqual(['owner', 'admin', 'member', 'insider', 'grouped', 'guest', 'sharer']);
    expect(await seeing(newId('board'))).toEqual([]);
    expect(await seeing(open.id, newId('item'))).toEqual([]);
  });

  it('of an item is that of its present board, and no one in Trash', async () => {
    const { client } = organization.owner;
    const itemId = await anItem(open);
    const groupId = closed.groupIds[0];
    await made(client, 'items.move', { id: itemId, boardId: closed.id, groupId });
    expect(await seeing(open.id, itemId)).toEqual(await reading('items.get', itemId));
    expect(await seeing(open.id, itemId)).toEqual(['owner', 'admin', 'insider', 'grouped', 'sharer']);
    await made(client, 'items.delete', { id: itemId });
    expect(await seeing(open.id, itemId)).toEqual([]);
  });

  it.each(['boards', 'projects', 'workspaces'])('is no one after %s.delete', async (noun) => {
    const board = await aBoard({ organization });
    const id = { boards: board.id, projects: board.project.id, workspaces: board.workspace.id }[noun]!;
    await made(organization.owner.client, `${noun}.delete`, { id });
    expect(await seeing(board.id)).toEqual([]);
  });
});
