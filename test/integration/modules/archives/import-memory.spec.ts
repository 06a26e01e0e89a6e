import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { ArchiveImportService } from '../../../../src/modules/archives';
import { startApp, type TestApp } from '../../../support/app';
import { archived, partsOf, recordsIn, withCopies } from '../../../support/archives';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const FEW = 2_000;
const MANY = 16_000;
/** Less than a set needs for an id. */
const BYTES_PER_ITEM = 60;
/** Pieces of the archive that are read between two measurements. */
const PIECES = 20;
/** The last measurements of an import, of which the least has the least of what is on its way to the database. */
const LAST = 5;

/**
 * The memory that is in use when most of an archive was imported, without garbage. Measured after the same pieces each time: how fast
 * the machine is does not matter.
 */
async function memoryInUse(app: TestApp, file: string): Promise<number> {
  const measured: number[] = [];
  let pieces = 0;
  // Each piece is read only while this allows it.
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted: () => {
      pieces += 1;
      if (pieces % PIECES !== 0) return;
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      measured.push(heapUsed + arrayBuffers);
    },
  });
  const settings = { slug: undefined, linksAccounts: false, isDryRun: true, publicKeys: undefined };
  await app.nest
    .get(ArchiveImportService, { strict: false })
    .import(file, settings, { signal, onProgress: () => undefined });
  expect(measured.length).toBeGreaterThan(LAST);
  return Math.min(...measured.slice(-LAST));
}

it('the memory of an import does not depend on the number of items', async () => {
  const from = await startApp({ ROLES: 'api' });
  const to = await startApp({ ROLES: 'api' });
  const directory = mkdtempSync(join(tmpdir(), 'trestle-memory-'));
  try {
    const organization = await anOrganization({ app: from });
    const board = await aBoard({
      organization,
      columns: [
        { name: 'Text', type: 'text' },
        { name: 'After', type: 'dependency' },
      ],
    });
    const first = await anItem(board);
    const id = await anItem(board, {
      values: { [board.column('Text')]: 'A text', [board.column('After')]: [first] },
    });
    const file = join(directory, 'organization.zip');
    const original = { manifest: await archived(organization, file), parts: await partsOf(file) };
    const item = recordsIn(original.parts, 'items').find((row) => row['id'] === id)!;
    const small = await withCopies(join(directory, 'small.zip'), original, item, FEW);
    const large = await withCopies(join(directory, 'large.zip'), original, item, MANY);
    // What the first import compiles, and the buffers that it enlarges, stay.
    await memoryInUse(to, large);
    // Before and after, because the process itself grows a little with everything that it does.
    const before = await memoryInUse(to, small);
    const many = await memoryInUse(to, large);
    const few = (before + (await memoryInUse(to, small))) / 2;
    expect(many - few).toBeLessThan((MANY - FEW) * BYTES_PER_ITEM);
  } finally {
    await Promise.all([from.close(), to.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}, 600_000);
