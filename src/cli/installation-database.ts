import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConfig } from '../platform/config/database.config';
import { ConfigurationProblem } from '../platform/config/configuration-problem';
import { DataDirInUse } from '../platform/database/embedded/data-dir-claim';
import { EmbeddedPostgres } from '../platform/database/embedded/embedded-postgres';
import { runningServer } from '../platform/database/embedded/running-server';
import type { Log } from '../platform/logging/log';

/** A database for the duration of a command. */
export interface OpenDatabase {
  url: string;
  /** Stops the embedded server, if the command has started it. */
  close(): Promise<void>;
}

/** The embedded database of a data directory, which a service runs or this process starts, or the one of DATABASE_URL. */
export async function openInstallation(
  { databaseUrl, dataDirectory }: DatabaseConfig,
  log: Log,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, close: async () => undefined };
  try {
    return await startEmbedded(dataDirectory, log);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    const { url } = await runningServer(dataDirectory);
    return { url, close: async () => undefined };
  }
}

/** The same for a command that no service must run beside, and that creates an embedded database when there is none. */
export async function openTarget(
  { databaseUrl, dataDirectory }: DatabaseConfig,
  log: Log,
): Promise<OpenDatabase> {
  return databaseUrl === undefined
    ? startEmbedded(dataDirectory, log)
    : { url: databaseUrl, close: async () => undefined };
}

/** Starts the embedded server of a directory. Throws DataDirInUse when another process has it. */
export async function startEmbedded(dataDirectory: string, log: Log): Promise<OpenDatabase> {
  const embedded = new EmbeddedPostgres({
    dataDir: dataDirectory,
    log: (message, details) => log.info(message, { ...details }),
  });
  const { url } = await embedded.start();
  return { url, close: () => embedded.stop() };
}

/** Throws ConfigurationProblem when DATA_DIR contains no embedded database, which a start would create. */
export async function assertInstalled({ databaseUrl, dataDirectory }: DatabaseConfig): Promise<void> {
  if (databaseUrl !== undefined) return;
  const mark = join(dataDirectory, 'postgres', 'cluster', 'PG_VERSION');
  // A directory that cannot be searched is reported by the start.
  await access(mark).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new ConfigurationProblem(
        `DATA_DIR ${dataDirectory} contains no database, and DATABASE_URL is not set`,
      );
  });
}
