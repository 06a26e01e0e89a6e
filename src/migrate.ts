import { loadService } from './load-service';
import { configurationOrExit } from './read-environment';
import { Log } from './platform/logging/log';
import type { Migrated } from './platform/database/migrations/migrate';
import { ProcessLife } from './process-life';

/** Migrates the database to this release's schema and exits. Every start does the same; this runs it separately. */
export async function main(): Promise<void> {
  const configuration = configurationOrExit();
  const log = new Log(undefined, configuration.log.level);
  const { Service } = loadService();
  const service = new Service(configuration, log);
  const life = new ProcessLife(service, configuration, log);
  life.guard();
  let applied: Migrated;
  try {
    applied = await service.migrate();
  } catch (error) {
    await life.failStart(error);
    return;
  }
  process.stdout.write(`The database is up to date (${summary(applied)})\n`);
  life.leave(0);
}

function summary({ migrations, functions }: Migrated): string {
  const parts = [...migrations];
  if (functions.length > 0) parts.push(`${functions.length} functions`);
  return parts.length === 0 ? 'nothing to do' : parts.join(', ');
}

if (require.main === module) void main();
