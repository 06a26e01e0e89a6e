import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdNoun, newId } from '../../../src/kernel/ids';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import type { WireAnswer, WireClient } from '../../support/client';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { idPlaces, nounOf, withId } from '../../support/input-ids';
import { aSampleWorld, sampleInputs, type SampleWorld } from '../../support/sample-world';
import { contentsOf } from '../../support/table-contents';

/** One record of each kind in a closed workspace of the same organization; templates are everyone's (decision 0043). */
async function hiddenIn({ organization }: SampleWorld): Promise<Partial<Record<IdNoun, string>>> {
  const { client } = organization.owner;
  const workspace = await aWorkspace({ organization, visibility: 'closed' });
  const board = await aBoard({ workspace, columns: [{ name: 'Stage', type: 'status' }] });
  const boardId = board.id;
  const { import: imported } = await made(client, 'boards.import', {
    id: boardId,
    file: { content: 'Name\nImported\n' },
  });
  return {
    workspace: workspace.id,
    project: board.project.id,
    board: boardId,
    group: board.groupIds[0]!,
    column: board.columnIds[0]!,
    item: await anItem(board),
    view: (await made(client, 'views.create', { boardId, name: 'View' })).id,
    import: imported.id,
  };
}

/** A member with access to everything except that workspace. */
describe('every procedure, every id of a record that the caller cannot see', () => {
  let app: TestApp;
  let world: SampleWorld;
  let hidden: Partial<Record<IdNoun, string>>;
  let client: WireClient;
  let procedures: Procedure[];
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    world = await aSampleWorld({ app });
    hidden = await hiddenIn(world);
    ({ client } = await world.board.workspace.addMember('admin'));
    procedures = app.nest.get(ProcedureRegistry, { strict: false }).all();
  });
  afterAll(() => app.close());

  const call = ({ name, kind }: Procedure, input: object): Promise<WireAnswer> =>
    kind === 'query' ? client.query(name, input) : client.mutate(name, input);

  it('responds as for an unknown id, and writes nothing', async () => {
    const before = await contentsOf(app);
    const told: unknown[] = [];
    let places = 0;
    for (const procedure of procedures) {
      const input = sampleInputs(world)[procedure.name]!;
      for (const place of idPlaces(input)) {
        const noun = nounOf(place.id);
        const theirs = hidden[noun];
        if (theirs === undefined) continue;
        const missing = newId(noun);
        const ofHidden = await call(procedure, withId(input, place, theirs));
        const ofMissing = await call(procedure, withId(input, place, missing));
        const text = JSON.stringify(ofHidden.body).replaceAll(theirs, 'ID');
        const isSame = text === JSON.stringify(ofMissing.body).replaceAll(missing, 'ID');
        const isRefused = [400, 403, 404].includes(ofHidden.status);
        if (!isSame || !isRefused)
          told.push([procedure.name, place.path.join('.'), ofHidden.body, ofMissing.body]);
        if (ofHidden.status !== 403) places += 1;
      }
    }
    expect(told).toEqual([]);
    expect(places).toBeGreaterThan(60);
    expect(await contentsOf(app)).toEqual(before);
  });
});
