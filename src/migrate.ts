import { loadService } from './load-service';
import { configurationOrExit } from './read-environment';
import { Log } from './platform/logging/log';
import { ProcessLife } from './process-life';

/** Brings the database to this release's schema and ends. Starts do the same; this is for who wants it apart. */
export async function main(): Promise<void> {
  const configuration = configurationOrExit();
  const log = new Log(undefined, configuration.log.level);
  const { Service } = loadService();
  const service = new Service(configuration, log);
  const life = new ProcessLife(service, configuration, log);
  life.guard();
  let applied: string[];
  try {
    applied = await service.migrate();
  } catch (error) {
    await life.failStart(error);
    return;
  }
  const names = applied.length === 0 ? 'nothing to do' : applied.join(', ');
  process.stdout.write(`The database is up to date (${names})\n`);
  life.leave(0);
}

if (require.main === module) void main();
