import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anOrganization } from '../../support/factories/organization.factory';
import { BoardCopySteps } from './support/model/board-copy-steps';
import { BoardSteps } from './support/model/board-steps';
import { ItemStateSteps } from './support/model/item-state-steps';
import { ItemSteps } from './support/model/item-steps';
import { ModelChecks } from './support/model/model-checks';
import { ModelWorld } from './support/model/model-world';
import { laneFaults } from './support/lane-faults';

/** Together 2,000 steps. `ITEM_STEPS_SEED` repeats a failure: the seed of the test that failed. */
const WORLDS = 4;
const STEPS = Number(process.env['ITEM_STEPS'] ?? 500);
/** Everything is compared after so many steps, and something after each. */
const STEPS_BETWEEN_COMPARISONS = 25;

const given = process.env['ITEM_STEPS_SEED'];
const first = randomInt(1_000_000);
const seeds = given === undefined ? Array.from({ length: WORLDS }, (_, at) => first + at) : [Number(given)];

/** The steps, each as often as its number says. */
function stepsOf(world: ModelWorld): [string, () => Promise<void>][] {
  const [items, states] = [new ItemSteps(world), new ItemStateSteps(world)];
  const [boards, copies] = [new BoardSteps(world), new BoardCopySteps(world)];
  const often: [number, string, () => Promise<void>][] = [
    [10, 'create', () => items.create()],
    [3, 'bulkCreate', () => items.bulkCreate()],
    [24, 'setValue', () => items.setValue()],
    [4, 'bulkUpdate', () => items.bulkUpdate()],
    [5, 'rename', () => items.rename()],
    [12, 'move', () => items.move()],
    [5, 'reorder', () => items.reorder()],
    [5, 'bulkMove', () => items.bulkMove()],
    [4, 'moveToBoard', () => items.moveToBoard()],
    [4, 'duplicate', () => items.duplicate()],
    [4, 'archive', () => states.archive()],
    [2, 'bulkArchive', () => states.bulkArchive()],
    [5, 'delete', () => states.delete()],
    [2, 'bulkDelete', () => states.bulkDelete()],
    [10, 'restore', () => states.restore()],
    [2, 'purge', () => states.purge()],
    [2, 'createGroup', () => boards.createGroup()],
    [2, 'reorderGroups', () => boards.reorderGroups()],
    [1, 'mergeGroup', () => boards.mergeGroup()],
    [1, 'deleteGroup', () => boards.deleteGroup()],
    [2, 'createColumn', () => boards.createColumn()],
    [3, 'buildOrder', () => boards.buildOrder()],
    [1, 'duplicateColumn', () => boards.duplicateColumn()],
    [1, 'deleteColumn', () => boards.deleteColumn()],
    [4, 'changeLabels', () => boards.changeLabels()],
    [2, 'changeOptions', () => boards.changeOptions()],
    [1, 'changeConfig', () => boards.changeConfig()],
    [1, 'duplicateBoard', () => copies.duplicateBoard()],
    [2, 'importFile', () => copies.importFile()],
  ];
  return often.flatMap(([times, name, step]) =>
    Array.from({ length: times }, () => [name, step] as const),
  ) as [string, () => Promise<void>][];
}

describe('lists, items and positions are those of a simple model after any steps', () => {
  it.each(seeds)(`ITEM_STEPS_SEED=%i`, { timeout: 120_000 + STEPS * 2_000 }, async (seed) => {
    const organization = await anOrganization();
    const world = await ModelWorld.create(organization, seed);
    const checks = new ModelChecks(world);
    const states = new ItemStateSteps(world);
    const steps = stepsOf(world);
    for (let at = 1; at <= STEPS; at += 1) {
      world.calls = [];
      const [name, step] = states.areMany()
        ? (['thin', () => states.thin()] as const)
        : world.dice.one(steps);
      try {
        await step();
        await checks.list();
        await checks.item();
        if (at % STEPS_BETWEEN_COMPARISONS === 0) {
          for (const board of world.boards) await checks.all(board);
          await checks.away();
          await checks.counts();
          const faults = await laneFaults(organization);
          if (faults.length > 0) throw new Error(faults.join('\n'));
        }
      } catch (error) {
        const calls = world.calls.map((call) => call.slice(0, 2_000)).join('\n');
        throw new Error(
          `ITEM_STEPS_SEED=${seed}, step ${at} (${name}):\n${calls}\n${(error as Error).message}`,
          {
            cause: error,
          },
        );
      }
    }
    expect(checks.compared.pages).toBeGreaterThan(STEPS);
    expect(checks.compared.items).toBeGreaterThan(10 * STEPS);
    expect(checks.compared.filtered).toBeGreaterThan(STEPS / 10);
  });
});
