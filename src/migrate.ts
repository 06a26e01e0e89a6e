import { loadService } from './load-service';
import { configurationOrExit } from './read-environment';
import { Log } from './platform/logging/log';
import type { Migrated } from './platform/database/migrations/migrate';
import { ProcessLife } from './process-life';

export interface MigrateOptions {
  /** Only prints what would be applied. */
  plan?: boolean;
  json?: boolean;
}

/** Migrates the database to this release's schema and exits. Every start does the same; this runs it separately. */
export async function main({ plan = false, json = false }: MigrateOptions = {}): Promise<void> {
  const configuration = configurationOrExit();
  // A program reads standard output: the log goes to the operator.
  const log = new Log(plan || json ? process.stderr : undefined, configuration.log.level);
  const { Service } = loadService();
  const service = new Service(configuration, log);
  const life = new ProcessLife(service, configuration, log);
  life.guard();
  let changes: Migrated;
  try {
    changes = await (plan ? service.planMigration() : service.migrate());
  } catch (error) {
    await life.failStart(error);
    return;
  }
  process.stdout.write(
    json ? `${JSON.stringify(changes)}\n` : `${plan ? planOf(changes) : resultOf(changes)}\n`,
  );
  life.leave(0);
}

function resultOf(changes: Migrated): string {
  return `The database is up to date (${summary(changes)})`;
}

function planOf({ migrations, functions }: Migrated): string {
  const lines = [
    ...migrations.map((name) => `migration ${name}`),
    ...functions.map((name) => `function ${name}`),
  ];
  return lines.length === 0 ? 'Nothing to do: the database is up to date' : lines.join('\n');
}

function summary({ migrations, functions }: Migrated): string {
  const parts = [...migrations];
  if (functions.length > 0) parts.push(`${functions.length} functions`);
  return parts.length === 0 ? 'nothing to do' : parts.join(', ');
}

if (require.main === module) void main();
