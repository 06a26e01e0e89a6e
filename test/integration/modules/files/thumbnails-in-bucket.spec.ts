import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrphanedFilesSweep } from '../../../../src/modules/files/removal/orphaned-files.sweep';
import { RemovedContentSweep } from '../../../../src/modules/files/removal/removed-content.sweep';
import { startApp, type TestApp } from '../../../support/app';
import { anImage } from '../../../support/factories/image.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { S3Server } from '../../../support/s3-server';

describe('thumbnails with STORAGE_URL=s3://', () => {
  let server: S3Server;
  let app: TestApp;

  beforeAll(async () => {
    server = await S3Server.start();
    app = await startApp({ STORAGE_URL: server.url() });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it('are stored beside their files and removed with them', async () => {
    const organization = await anOrganization({ app });
    const image = await anImage(organization);
    expect(server.objects.size).toBe(2);
    const { status, bytes } = await organization.owner.client.request(
      'GET',
      `/api/files/${image.id}/thumbnail`,
    );
    expect([status, bytes.toString('latin1', 0, 4)]).toEqual([200, 'RIFF']);
    await app.sql.query(`update files set unreferenced_since = now() - interval '2 days'`);
    for (const sweep of [OrphanedFilesSweep, RemovedContentSweep])
      await app.nest.get<OrphanedFilesSweep>(sweep, { strict: false }).run(new AbortController().signal);
    expect(server.objects.size).toBe(0);
  });
});
