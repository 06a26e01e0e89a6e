import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../../../src/platform/database/embedded/embedded-postgres';

export interface PostgresServer {
  readonly url: string;
  readonly kind: 'given' | 'embedded';
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, or an embedded one in a directory that is deleted after the run. */
export async function openPostgres(databaseUrl: string | undefined): Promise<PostgresServer> {
  if (databaseUrl) return { url: databaseUrl, kind: 'given', stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'trestle-bench-'));
  const postgres = new EmbeddedPostgres({ dataDir, log: () => {} });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { url } = await postgres.start();
    return { url, kind: 'embedded', stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}
