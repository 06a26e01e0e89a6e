import { beforeAll, describe, expect, it } from 'vitest';
import type { IdNoun } from '../../../src/kernel/ids';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import { idPlaces, nounOf } from '../../support/input-ids';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';
import { made } from '../../support/factories/workspace.factory';

/** Records that are on a board. */
const ON_BOARDS: ReadonlySet<IdNoun> = new Set<IdNoun>([
  'board',
  'group',
  'column',
  'label',
  'item',
  'comment',
  'form',
  'submission',
  'automation',
  'execution',
  'view',
]);

/** Mutations that name a record of an archived board and do not change it, with their status. */
const POSSIBLE: Readonly<Record<string, number>> = {
  'boards.archive': 200,
  'boards.restore': 200,
  'boards.delete': 200,
  // The end of an access.
  'boards.members.remove': 200,
  // Reads the board.
  'templates.create': 200,
  // Preferences of the caller.
  'me.preferences.set': 200,
  // The order of the boards that are not archived.
  'boards.reorder': 400,
};

describe('every mutation that names a record of an archived board', () => {
  let world: SampleWorld;
  let mutations: Procedure[];

  beforeAll(async () => {
    world = await aSampleWorld();
    const { client } = world.organization.owner;
    for (const { id } of [world.board, world.otherBoard]) await made(client, 'boards.archive', { id });
    mutations = (await sharedApp()).nest
      .get(ProcedureRegistry, { strict: false })
      .all()
      .filter(({ name, kind }) => kind === 'mutation' && namesBoard(sampleInputs(world)[name]!));
  });

  const namesBoard = (input: object) => idPlaces(input).some(({ id }) => ON_BOARDS.has(nounOf(id)));

  it('is rejected with the reason board_archived', async () => {
    const answers: unknown[] = [];
    const expected: unknown[] = [];
    for (const procedure of mutations) {
      const { name } = procedure;
      // Nothing is written, so that no call affects a later one.
      const { status, error } = await ownerFor(world, procedure).mutate(name, sampleInputs(world)[name], {
        'x-dry-run': '1',
      });
      answers.push([name, status, (error?.data as { reason?: string } | undefined)?.reason]);
      const possible = POSSIBLE[name];
      expected.push(possible === undefined ? [name, 409, 'board_archived'] : [name, possible, undefined]);
    }
    expect(answers).toEqual(expected);
    expect(mutations.length).toBeGreaterThan(50);
  });
});
