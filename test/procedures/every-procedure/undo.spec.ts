import { beforeAll, describe, expect, it } from 'vitest';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import { contentOf } from '../../support/exported-board';
import { anItem } from '../../support/factories/item.factory';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';

/** Mutations of items, whose sample call is made and undone below. */
const UNDOABLE = [
  'automations.run',
  'boards.groups.delete',
  'boards.import',
  'changes.undo',
  'items.archive',
  'items.bulkArchive',
  'items.bulkCreate',
  'items.bulkDelete',
  'items.bulkMove',
  'items.bulkUpdate',
  'items.create',
  'items.delete',
  'items.duplicate',
  'items.move',
  'items.reorder',
  'items.restore',
  'items.setValue',
  'items.setValues',
  'items.update',
  'items.upsert',
];

/** Why changes.undo does not reverse the others. A new mutation on a board must choose. */
const NOT_UNDOABLE: Readonly<Record<string, string>> = {
  'automations.create': 'changes no item',
  'automations.delete': 'changes no item',
  'automations.dryRun': 'writes nothing',
  'automations.executions.rerun': 'is undone by the id of its execution, as automations.run',
  'automations.toggle': 'changes no item',
  'automations.update': 'changes no item',
  'boards.archive': 'is undone by boards.restore',
  'boards.create': 'is undone by boards.delete',
  'boards.delete': 'the items of a deleted board are purged',
  'boards.duplicate': 'is undone by boards.delete',
  'boards.groups.archive': 'is undone by boards.groups.restore',
  'boards.groups.create': 'changes no item',
  'boards.groups.duplicate': 'the copies go to Trash, and the new group remains',
  'boards.groups.reorder': 'changes no item',
  'boards.groups.restore': 'is undone by boards.groups.archive',
  'boards.groups.update': 'changes no item',
  'boards.members.add': 'changes no item',
  'boards.members.remove': 'changes no item',
  'boards.move': 'is undone by another boards.move',
  'boards.reorder': 'changes no item',
  'boards.restore': 'is undone by boards.archive',
  'boards.update': 'changes no item',
  'columns.create': 'changes no value that a user set',
  'columns.delete': 'the values have no column to return to',
  'columns.duplicate': 'is undone by columns.delete',
  'columns.labels.add': 'changes no item',
  'columns.labels.remove': 'the values have no label to return to',
  'columns.labels.update': 'changes no item',
  'columns.reorder': 'changes no item',
  'columns.update': 'the earlier values do not fit the new settings',
  'forms.create': 'changes no item',
  'forms.delete': 'changes no item',
  'forms.submissions.update': 'changes no item',
  'forms.update': 'changes no item',
  'me.preferences.set': 'changes no item',
  'trash.purge': 'deletes permanently',
};

/** Namespaces without procedures that change items. */
const WITHOUT_ITEMS = new Set([
  'auth',
  'comments',
  'invitations',
  'notifications',
  'oauth',
  'organizations',
  'projects',
  'scim',
  'sso',
  'templates',
  'views',
  'webhooks',
  'workspaces',
]);

/** For samples that change nothing. */
function changingInputs(
  { itemId, trashedItemId, board }: SampleWorld,
  other: string,
): Record<string, object> {
  return {
    'items.reorder': { groupId: board.group('First'), itemIds: [other, itemId] },
    'items.restore': { id: trashedItemId },
  };
}

describe('every mutation, undone', () => {
  let names: string[];
  let world: SampleWorld;
  let inputs: Record<string, object>;
  beforeAll(async () => {
    const app = await sharedApp();
    world = await aSampleWorld({ app });
    const other = await anItem(world.board, { groupId: world.board.group('First') });
    inputs = { ...sampleInputs(world), ...changingInputs(world, other) };
    names = app.nest
      .get(ProcedureRegistry, { strict: false })
      .all()
      .filter(({ kind }) => kind === 'mutation')
      .map(({ name }) => name);
  });

  it('is undoable, or says why not', () => {
    const chosen = names.filter((name) => !WITHOUT_ITEMS.has(name.split('.')[0]!));
    expect(chosen.toSorted()).toEqual([...UNDOABLE, ...Object.keys(NOT_UNDOABLE)].toSorted());
  });

  it.each(UNDOABLE)('%s: the boards are as before', async (name) => {
    const { client } = world.organization.owner;
    const contents = async () => [
      await contentOf(client, world.board.id),
      await contentOf(client, world.otherBoard.id),
    ];
    const before = await contents();
    const procedure = { name } as Parameters<typeof ownerFor>[1];
    const { status, data, headers, error } = await ownerFor(world, procedure).mutate(name, inputs[name]);
    expect([status, error]).toEqual([200, undefined]);
    expect(await contents()).not.toEqual(before);
    const cause =
      name === 'automations.run' ? { executionId: data.id } : { requestId: headers['x-request-id'] };
    const undone = await client.mutate('changes.undo', cause);
    expect([undone.status, undone.data?.skipped, undone.error]).toEqual([200, [], undefined]);
    expect(await contents()).toEqual(before);
  });
});
