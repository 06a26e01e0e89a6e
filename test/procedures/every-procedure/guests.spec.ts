import { beforeAll, describe, expect, it } from 'vitest';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import type { WireAnswer, WireClient } from '../../support/client';
import type { TestMember } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { GUEST_TABLE, guestInputs } from '../../support/guest-table';
import { eventsDuring, lookOf, MISSING } from '../../support/refusals';
import { aSampleWorld, sampleInputs, type SampleWorld } from '../../support/sample-world';

type Permission = 'view' | 'edit';

async function guestOf(
  { organization, board }: SampleWorld,
  permission: Permission | null,
): Promise<TestMember> {
  const guest = await organization.addMember('guest');
  if (permission !== null) {
    const share = { boardId: board.id, userId: guest.userId, permission };
    await made(organization.owner.client, 'boards.members.add', share);
  }
  return guest;
}

describe('guests', () => {
  let procedures: Procedure[];
  let world: SampleWorld;

  beforeAll(async () => {
    procedures = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
    world = await aSampleWorld();
  });

  const open = () => procedures.filter(({ role }) => role === 'guest');
  const call = (client: WireClient, { name, kind }: Procedure, input: object): Promise<WireAnswer> =>
    kind === 'query' ? client.query(name, input) : client.mutate(name, input);
  const inputOf = (of: SampleWorld, name: string): object => guestInputs(of)[name] ?? sampleInputs(of)[name]!;
  const expected = (name: string, at: number): number => Number(GUEST_TABLE[name]!.split(' ')[at]);

  it('every procedure that guests can call is in the table', () => {
    expect(Object.keys(GUEST_TABLE).toSorted()).toEqual(
      open()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it.each([null, 'view'] as const)('with a board shared for: %s', async (permission) => {
    const { client } = await guestOf(world, permission);
    const at = permission === null ? 0 : 1;
    const answers: [string, number][] = [];
    const written = await eventsDuring(world.organization, async () => {
      for (const procedure of open()) {
        const { name } = procedure;
        answers.push([name, (await call(client, procedure, inputOf(world, name))).status]);
      }
    });
    expect(answers).toEqual(open().map(({ name }) => [name, expected(name, at)]));
    // Everyone who sees an item can comment on it.
    expect(written.map(({ type }) => type)).toEqual(
      at === 0 ? [] : ['token.created', 'comment.created', 'comment.reaction_added'],
    );
  });

  it('with a board shared for: edit', async () => {
    const answers: [string, number][] = [];
    let current = world;
    let { client } = await guestOf(current, 'edit');
    for (const procedure of open()) {
      const { name, kind } = procedure;
      const answer = await call(client, procedure, inputOf(current, name));
      answers.push([name, answer.status]);
      if (kind === 'mutation' && answer.status === 200) {
        // What it changed, others need as it was.
        current = await aSampleWorld();
        ({ client } = await guestOf(current, 'edit'));
      }
    }
    expect(answers).toEqual(open().map(({ name }) => [name, expected(name, 2)]));
  });

  it('contents of a board that is not shared look like missing records', async () => {
    const { otherBoard, otherItemId, itemId, board, importId } = world;
    const { client } = await guestOf(world, 'edit');
    const groupId = otherBoard.groupIds[0]!;
    const columnId = otherBoard.columnIds[0]!;
    const calls: [string, string, (id: string) => Promise<WireAnswer>][] = [
      ['boards.get', otherBoard.id, (id) => client.query('boards.get', { id })],
      ['boards.export', otherBoard.id, (id) => client.query('boards.export', { id, format: 'csv' })],
      ['columns.list', otherBoard.id, (boardId) => client.query('columns.list', { boardId })],
      ['views.list', otherBoard.id, (boardId) => client.query('views.list', { boardId })],
      ['items.list', otherBoard.id, (boardId) => client.query('items.list', { boardId })],
      ['trash.list', otherBoard.id, (boardId) => client.query('trash.list', { boardId })],
      ['activity.list', otherBoard.id, (boardId) => client.query('activity.list', { boardId })],
      ['activity.list', otherItemId, (id) => client.query('activity.list', { itemId: id })],
      ['items.get', otherItemId, (id) => client.query('items.get', { id })],
      ['items.update', otherItemId, (id) => client.mutate('items.update', { id, name: 'No' })],
      ['items.archive', otherItemId, (id) => client.mutate('items.archive', { id })],
      ['items.delete', otherItemId, (id) => client.mutate('items.delete', { id })],
      ['items.duplicate', otherItemId, (id) => client.mutate('items.duplicate', { id })],
      ['items.move', groupId, (id) => client.mutate('items.move', { id: itemId, groupId: id })],
      [
        'items.setValue',
        otherItemId,
        (id) => client.mutate('items.setValue', { itemId, columnId: board.column('Linked'), value: [id] }),
      ],
      [
        'items.setValue',
        columnId,
        (id) => client.mutate('items.setValue', { itemId: otherItemId, columnId: id, value: null }),
      ],
      [
        'items.setValues',
        otherItemId,
        (id) =>
          client.mutate('items.setValues', {
            boardId: board.id,
            cells: [{ itemId, columnId: board.column('Linked'), value: [id] }],
          }),
      ],
      [
        'items.bulkArchive',
        otherItemId,
        (id) => client.mutate('items.bulkArchive', { itemIds: [itemId, id] }),
      ],
      ['boards.imports.get', importId, (id) => client.query('boards.imports.get', { id })],
    ];
    for (const [name, id, ask] of calls) expect([name, await lookOf(id, ask)]).toEqual([name, MISSING]);
  });
});
