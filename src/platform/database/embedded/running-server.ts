import { setTimeout as delay } from 'node:timers/promises';
import { openDataHome } from './data-home';
import type { EmbeddedPostgresAddress } from './embedded-postgres';
import { readPostmasterFile } from './postmaster-file';
import { connectionUrl, loadAccess } from './server-access';
import { socketDirectory } from './server-socket';

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;

/** The server that another process runs on the data directory, once it accepts connections. */
export async function runningServer(dataDir: string): Promise<EmbeddedPostgresAddress> {
  const home = await openDataHome(dataDir);
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const notice = await readPostmasterFile(home.cluster);
    if (notice?.isReady) {
      const socket = await socketDirectory(home, notice.port);
      const access = await loadAccess(home, true);
      return { url: connectionUrl(access, notice.port, { socketDirectory: socket }), port: notice.port };
    }
    if (performance.now() > deadlineMs)
      throw new Error(`The database in ${home.cluster} does not run, and another process uses it`);
    await delay(POLL_MS);
  }
}
