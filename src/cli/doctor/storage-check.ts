import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DatabaseConfig } from '../../platform/config/database.config';
import type { StorageConfig } from '../../platform/config/storage.config';
import { openFileStorage } from '../../platform/storage/open-file-storage';
import { type CheckGroup, failed, ok, skipped } from './finding';

const TIMEOUT_MS = 20_000;
const PROBE = Buffer.from('written by trestle doctor');

/** Writes, reads and deletes a file. */
export function storageCheck(config: StorageConfig, database: DatabaseConfig): CheckGroup {
  const check = 'storage';
  const isInDataDirectory = config.storageUrl === undefined;
  const advice =
    config.s3 === undefined
      ? `Let the user of the service write to the directory of ${isInDataDirectory ? 'DATA_DIR' : 'STORAGE_URL'}`
      : 'Check STORAGE_URL and the permissions of its key: read, write and delete objects';
  return {
    check,
    advice,
    timeoutMs: TIMEOUT_MS,
    run: async () => {
      if (isInDataDirectory && !(await exists(database.dataDirectory)))
        return [skipped(check, `${database.dataDirectory} does not exist yet: a start creates it`)];
      const storage = openFileStorage(config, database);
      const { key } = await storage.put(Readable.from([PROBE]), { maxBytes: PROBE.length });
      try {
        const read = await buffer(await storage.get(key));
        if (!read.equals(PROBE)) return [failed(check, 'a file is not what was written', advice)];
      } finally {
        await storage.delete(key);
      }
      return [ok(check, 'a file was written, read and deleted')];
    },
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
