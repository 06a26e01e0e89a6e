import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { archived } from '../support/archives';
import type { WireClient } from '../support/client';
import { imported, tokensCopied } from '../support/organization-moves';
import { aSampleWorld, type SampleWorld } from '../support/sample-world';

describe('an organization that moves to another installation', () => {
  let from: TestApp;
  let to: TestApp;
  let world: SampleWorld;
  let directory: string;
  let file: string;
  let there: WireClient;
  let here: WireClient;

  beforeAll(async () => {
    // Without workers, which would change records between the archive and what it is compared with.
    from = await startApp({ ROLES: 'api' });
    to = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-move-'));
    file = join(directory, 'organization.zip');
    world = await aSampleWorld({ app: from });
    await archived(world.organization, file);
    await imported(to, file);
    await tokensCopied(from, to, world.organization.id);
    there = world.organization.owner.client;
    here = there.at(to);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  it('answers as before', async () => {
    const boardId = world.board.id;
    for (const [procedure, input] of [
      ['boards.get', { id: boardId }],
      ['items.list', { boardId }],
      ['items.get', { id: world.itemId }],
      ['comments.list', { itemId: world.itemId }],
    ] as const) {
      const [before, after] = [await there.query(procedure, input), await here.query(procedure, input)];
      expect([procedure, after.status, after.body]).toEqual([procedure, 200, before.body]);
    }
  });
});
