import { beforeEach, describe, expect, it } from 'vitest';
import type { WireClient } from '../../../support/client';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { aLimitedToken } from '../../../support/factories/limited-token.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aProject } from '../../../support/factories/project.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { listedNames } from '../../../support/item-lists';
import { whileLocked } from '../../../support/waiting';
import { endedImport } from '../../../support/imports';

/** More rows than one call writes: a job writes them. */
const ROWS = 2_001;
const names = Array.from({ length: ROWS }, (_, at) => `Item ${at}`);
const NAMES = ['Name', ...names].join('\n');
const LINKED = ['Name,Source', ...names.map((name, at) => (at === 0 ? `${name},Plan` : `${name},`))].join(
  '\n',
);

describe('an import of a token with limits, which a job writes', () => {
  let organization: TestOrganization;
  let board: TestBoard;
  beforeEach(async () => {
    organization = await anOrganization();
    board = await aBoard({ organization, columns: [{ name: 'Source', type: 'link' }] });
  });

  const ended = (id: string) => endedImport(organization.app, id);

  const begin = (client: WireClient, text: string) =>
    made(client, 'boards.import', { id: board.id, file: { content: text } });

  const moveAway = async ({ id }: TestBoard) => {
    const elsewhere = await aProject({ workspace: await aWorkspace({ organization }) });
    return made(organization.owner.client, 'boards.move', { id, projectId: elsewhere.id });
  };
  /** `lock`: what the import waits for while `act` runs. */
  const importDuring = (client: WireClient, text: string, act: () => Promise<unknown>, lock: string) =>
    whileLocked(organization.app, lock, { begin: () => begin(client, text), act });

  it('writes nothing to a board that has left the limits', async () => {
    const client = await aLimitedToken(organization, { workspaceIds: [board.workspace.id] });
    const { import: begun } = await importDuring(
      client,
      NAMES,
      () => moveAway(board),
      'lock table items in share mode',
    );
    expect(await ended(begun.id)).toMatchObject({ status: 'failed' });
    expect(await listedNames(board)).toEqual([]);
  });

  it('links no items that have left the limits', async () => {
    const sources = await aBoard({ workspace: board.workspace });
    await anItem(sources, { name: 'Plan' });
    const client = await aLimitedToken(organization, { workspaceIds: [board.workspace.id] });
    // The rows are checked; the job begins afterwards.
    const { import: begun } = await importDuring(
      client,
      LINKED,
      () => moveAway(sources),
      'lock table imports',
    );
    expect(await ended(begun.id)).toMatchObject({ status: 'failed', problems: [{ column: 'Source' }] });
    expect(await listedNames(board)).toEqual([]);
  });

  it('writes within the limits', async () => {
    const client = await aLimitedToken(organization, { boardIds: [board.id] });
    const { import: begun } = await begin(client, NAMES);
    expect(await ended(begun.id)).toMatchObject({ status: 'done' });
    expect((await client.query('boards.imports.get', { id: begun.id })).data).toMatchObject({
      status: 'done',
    });
  });
});
