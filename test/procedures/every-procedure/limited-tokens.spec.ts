import { beforeAll, describe, expect, it } from 'vitest';
import { type IdNoun, newId } from '../../../src/kernel/ids';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { PROCEDURES_WITHIN_PLACES } from '../../../src/rpc/procedures-within-places';
import { sharedApp } from '../../support/app';
import type { WireAnswer, WireClient } from '../../support/client';
import { aBoard } from '../../support/factories/board.factory';
import { aFile } from '../../support/factories/file.factory';
import { aLimitedToken } from '../../support/factories/limited-token.factory';
import { made } from '../../support/factories/workspace.factory';
import { idPlaces, nounOf, withId } from '../../support/input-ids';
import { eventsDuring } from '../../support/refusals';
import { aSampleWorld, labelOf, sampleInputs, type SampleWorld } from '../../support/sample-world';

const COLUMNS = [
  { name: 'Stage', type: 'status' },
  { name: 'Files', type: 'file' },
];
const SCHEMA = { components: [{ type: 'textfield', key: 'subject', label: 'Subject' }] };
const MAPPINGS = [{ formField: 'subject', target: 'item_name', columnId: null }];
const RULE = {
  name: 'Rule',
  trigger: { type: 'item.moved', config: {} },
  actions: [{ type: 'archive_item', config: {} }],
};

/** Records of a workspace that the token does not reach, by noun. */
async function hiddenRecords({ organization }: SampleWorld): Promise<Partial<Record<IdNoun, string>>> {
  const { client } = organization.owner;
  const board = await aBoard({ organization, columns: COLUMNS });
  const create = async (name: string, input: object): Promise<string> => (await made(client, name, input)).id;
  const item = await create('items.create', {
    boardId: board.id,
    groupId: board.groupIds[0],
    name: 'Hidden',
  });
  const { id: file } = await aFile(client);
  await made(client, 'items.setValue', { itemId: item, columnId: board.column('Files'), value: [file] });
  const form = await create('forms.create', {
    boardId: board.id,
    name: 'Form',
    schema: SCHEMA,
    mappings: MAPPINGS,
  });
  await made(client, 'forms.update', { id: form, status: 'published' });
  const { body } = await client.request('POST', `/api/forms/${form}/submit`, { subject: 'Hidden' });
  return {
    workspace: board.workspace.id,
    project: board.project.id,
    board: board.id,
    group: board.groupIds[0]!,
    column: board.column('Stage'),
    label: labelOf(board, board.column('Stage'), 'Done'),
    item,
    comment: await create('comments.create', { itemId: item, body: 'Hidden' }),
    file,
    form,
    submission: (body as { submissionId: string }).submissionId,
    automation: await create('automations.create', { boardId: board.id, ...RULE }),
    view: await create('views.create', { boardId: board.id, name: 'Hidden' }),
  };
}

describe('tokens that are limited to places', () => {
  let procedures: Procedure[];
  let world: SampleWorld;
  let hidden: Partial<Record<IdNoun, string>>;
  beforeAll(async () => {
    procedures = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
    world = await aSampleWorld();
    hidden = await hiddenRecords(world);
  });
  const call = (client: WireClient, { name, kind }: Procedure, input: object): Promise<WireAnswer> =>
    kind === 'query' ? client.query(name, input) : client.mutate(name, input);
  const limitedTo = (kind: 'workspace' | 'board') =>
    aLimitedToken(
      world.organization,
      kind === 'workspace'
        ? { workspaceIds: [world.board.workspace.id] }
        : { boardIds: [world.board.id, world.otherBoard.id] },
    );

  it('every procedure of the closed list exists', () => {
    const names = new Set(procedures.map(({ name }) => name));
    expect([...PROCEDURES_WITHIN_PLACES].filter((name) => !names.has(name))).toEqual([]);
  });

  it('403: every procedure that is not in the closed list, before its input is read', async () => {
    const client = await limitedTo('workspace');
    const written = await eventsDuring(world.organization, async () => {
      for (const procedure of procedures.filter(({ name }) => !PROCEDURES_WITHIN_PLACES.has(name))) {
        const answer = await call(client, procedure, sampleInputs(world)[procedure.name]!);
        const { reason } = (answer.error?.data ?? {}) as { reason?: string };
        const expected = procedure.isSessionOnly === true ? undefined : 'token_limited';
        expect([procedure.name, answer.status, reason]).toEqual([procedure.name, 403, expected]);
      }
    });
    expect(written).toEqual([]);
  });

  it.each(['workspace', 'board'] as const)(
    'limited by %s: an id outside of the limits is rejected exactly like a missing one',
    async (kind) => {
      const client = await limitedTo(kind);
      let places = 0;
      const written = await eventsDuring(world.organization, async () => {
        for (const procedure of procedures.filter(({ name }) => PROCEDURES_WITHIN_PLACES.has(name))) {
          const input = sampleInputs(world)[procedure.name]!;
          for (const place of idPlaces(input)) {
            const noun = nounOf(place.id);
            const theirs = hidden[noun];
            if (theirs === undefined) continue;
            const missing = newId(noun);
            const hiddenAnswer = await call(client, procedure, withId(input, place, theirs));
            const missingAnswer = await call(client, procedure, withId(input, place, missing));
            const where = `${procedure.name} ${place.path.join('.')}`;
            expect([where, [400, 403, 404].includes(hiddenAnswer.status)]).toEqual([where, true]);
            const text = JSON.stringify(hiddenAnswer.body).replaceAll(theirs, 'ID');
            expect([where, text]).toEqual([
              where,
              JSON.stringify(missingAnswer.body).replaceAll(missing, 'ID'),
            ]);
            places += 1;
          }
        }
      });
      expect(places).toBeGreaterThan(60);
      expect(written).toEqual([]);
    },
  );
});
