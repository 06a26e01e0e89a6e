import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditExportsService } from '../../../../src/modules/audit/audit-exports.service';
import { listen, startApp, type TestApp } from '../../../support/app';
import { auditPartitions } from '../../../support/audit-partitions';
import { aSession } from '../../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';

const ENTRIES = 20_000;
const BATCH = 250;

describe('an audit log export stream', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let port: number;
  let cookie: string;

  beforeAll(async () => {
    // Without workers, whose statements would be counted as well.
    app = await startApp({ ROLES: 'api' });
    port = await listen(app);
    organization = await anOrganization({ app });
    ({ cookie } = await aSession(organization.owner.userId, { app }));
    await auditPartitions(app, 1);
    // 80 MB, more than sockets and streams hold of what no one reads.
    await app.sql.query(
      `insert into audit_entries (organization_id, id, at, action, outcome, request_id, details)
       select $1, 'aud_' || lpad(at::text, 26, '0'), now() - interval '1 day' + (at / 10) * interval '1 millisecond',
         'auth.signin', 'success', 'r', jsonb_build_object('text', repeat('x', 4000))
       from generate_series(1, ${ENTRIES}) at`,
      [organization.id],
    );
  }, 60_000);
  afterAll(() => app.close());

  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { host: `${organization.slug}.trestle.test`, cookie };
      get({ port, path: '/api/audit/export?action=auth.signin', headers }, resolve).on('error', reject);
    });

  const batchesRead = (query: { mock: { calls: unknown[][] } }) =>
    query.mock.calls.filter(([sent]) =>
      String((sent as { text?: string }).text).includes('from audit_entries'),
    ).length;

  it('reads all entries one batch at a time: each entry once, in list order', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    let text = '';
    for await (const chunk of await open())
      text += (chunk as Buffer).toString('latin1').replaceAll(/x{100,}/g, '');
    const all = batchesRead(query);
    query.mockRestore();
    const ids = [...text.matchAll(/"id":"aud_0*(\d+)"/g)].map(([, at]) => Number(at));
    expect(ids).toEqual(Array.from({ length: ENTRIES }, (_, at) => ENTRIES - at));
    expect(all).toBe(ENTRIES / BATCH + 1);
  });

  it('stops reading when the client disconnects', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const opened = vi.spyOn(AuditExportsService.prototype, 'open');
    const response = await open();
    await once(response, 'data');
    const content = opened.mock.results[0]!.value as Readable;
    response.destroy();
    // The stream closes when what it is reading has ended.
    await once(content, 'close');
    expect(batchesRead(query)).toBeLessThan(ENTRIES / BATCH);
    opened.mockRestore();
    query.mockRestore();
  });
});
