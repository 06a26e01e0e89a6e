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

/** Enough for several pieces that are sent to the database. */
const FEW = 4_000;
const MANY = 20_000;
/** Less than a set needs for an id. */
const BYTES_PER_ITEM = 60;
/** Pieces of the archive that are read between two measurements. */
const PIECES = 20;

/**
 * The most memory that is in use while an archive is imported, without garbage. Measured while the archive is read, after the same
 * pieces each time: how fast the machine is does not matter.
 */
async function memoryInUse(app: TestApp, file: string): Promise<number> {
  let pieces = 0;
  let most = 0;
  const measure = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    most = Math.max(most, heapUsed + arrayBuffers);
  };
  // Each piece is read only while this allows it.
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted: () => {
      pieces += 1;
      if (pieces % PIECES === 0) measure();
    },
  });
  const settings = { slug: undefined, linksAccounts: false, isDryRun: true, publicKeys: undefined };
  await app.nest
    .get(ArchiveImportService, { strict: false })
    .import(file, settings, { signal, onProgress: measure });
  measure();
  return most;
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
    // What the first import compiles and caches stays.
    await memoryInUse(to, small);
    const few = await memoryInUse(to, small);
    const many = await memoryInUse(to, large);
    process.stderr.write(`MEASURED ${(many - few) / (MANY - FEW)}\n`);
    expect(many - few).toBeLessThan((MANY - FEW) * BYTES_PER_ITEM);
  } finally {
    await Promise.all([from.close(), to.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}, 600_000);
