import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillDemo } from '../../../../src/demo/fill-demo';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { startApp, type TestApp } from '../../../support/app';
import { archived } from '../../../support/archives';
import { deliverEventsSoFar } from '../../../support/events';
import { causeEveryEvent } from '../../../support/every-event';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { imported } from '../../../support/organization-moves';

describe('the checks of an import accept what calls have written', () => {
  let from: TestApp;
  let to: TestApp;
  let directory: string;
  beforeEach(async () => {
    from = await startApp({ ROLES: 'api', RATE_LIMITS: 'off' });
    to = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-calls-'));
  }, 60_000);
  afterEach(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  /** The number of records, all of which could be imported. */
  async function rowsImported(organization: Pick<TestOrganization, 'app' | 'id'>): Promise<number> {
    await deliverEventsSoFar(from);
    const file = join(directory, 'organization.zip');
    await archived(organization as TestOrganization, file);
    return (await imported(to, file, { isDryRun: true })).rows;
  }

  it('that cause every event', async () => {
    const organization = await anOrganization({ app: from });
    await causeEveryEvent(organization);
    expect(await rowsImported(organization)).toBeGreaterThan(100);
  }, 120_000);

  it('of the demo', async () => {
    await fillDemo(from.nest, from.nest.get(HttpConfig, { strict: false }).publicUrl);
    const { rows } = await from.sql.query<Pick<TestOrganization, 'id'>>('select id from organizations');
    expect(await rowsImported({ app: from, id: rows[0]!.id })).toBeGreaterThan(1_000);
  }, 120_000);
});
