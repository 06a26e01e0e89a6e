import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateQueue } from '../../../../src/platform/database/migrations/queue-schema';
import { cloneDatabase } from '../../../support/database';
import { TcpProxy } from '../../../support/tcp-proxy';

describe('the migration of the job queue', () => {
  let proxy: TcpProxy;
  let url: string;
  beforeAll(async () => {
    const through = await TcpProxy.before(await cloneDatabase());
    [proxy, url] = [through.proxy, through.url];
  });
  afterAll(() => proxy.close());

  it('fails when the server accepts the connection and never responds', async () => {
    proxy.freeze();
    await expect(migrateQueue(url)).rejects.toThrow(/timeout/);
    proxy.restore();
    await migrateQueue(url);
  });
});
