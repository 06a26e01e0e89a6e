import { Command } from 'commander';
import { packageVersion } from './platform/config/version';

// Each command loads its own code, so that `--help` answers at once.
const loadStart = (): typeof import('./main') => require('./main') as never;
const loadMigrate = (): typeof import('./migrate') => require('./migrate') as never;
const loadOpenApi = (): typeof import('./openapi') => require('./openapi') as never;
const loadBackup = (): typeof import('./backup') => require('./backup') as never;
const loadDemo = (): typeof import('./demo') => require('./demo') as never;

export interface TrestleOptions {
  /** Whether `start` prints its URL and the first steps for a person. */
  showsBanner: boolean;
}

/** The command line: `npx trestle <command>` in a checkout, `trestle <command>` in the image (contract §11). */
export async function main(words: readonly string[], options: TrestleOptions): Promise<void> {
  await trestle(options).parseAsync(words.length === 0 ? ['start'] : words, { from: 'user' });
}

function trestle({ showsBanner }: TrestleOptions): Command {
  const program = new Command('trestle')
    .description('Self-hostable, multi-tenant work management')
    .version(packageVersion(), '--version', 'print the version and exit')
    .helpOption('--help', 'print help and exit')
    .helpCommand(false)
    .showSuggestionAfterError()
    .addHelpText('after', '\nThe settings are environment variables: see docs/operations.md.');
  program
    .command('start')
    .description('migrate the schema and run the service until a signal stops it (the default)')
    .action(() => loadStart().main({ showsBanner }));
  program
    .command('migrate')
    .description("migrate the database to this release's schema and exit; a start does the same")
    .option('--plan', 'print what would be applied, and change nothing')
    .option('--json', 'print the result as JSON')
    .action((given: { plan?: boolean; json?: boolean }) => loadMigrate().main(given));
  program
    .command('backup')
    .description('back up the database and the files, also while Trestle runs')
    .argument('<place>', 'an empty or new directory, or s3://… with a new prefix')
    .option('--json', 'print the result as JSON')
    .action((place: string, given: { json?: boolean }) => loadBackup().backUp(place, given));
  program
    .command('restore')
    .description('restore a backup into an empty database and the file storage')
    .argument('<place>', 'the directory or the s3:// URL of the backup')
    .option('--other-secret', 'restore with another APP_SECRET, without what only the lost one decrypts')
    .option('--json', 'print the result as JSON')
    .action((place: string, given: { json?: boolean; otherSecret?: boolean }) =>
      loadBackup().restore(place, given),
    );
  program
    .command('verify')
    .description('prove that a backup can be restored, in a temporary database')
    .argument('<place>', 'the directory or the s3:// URL of the backup')
    .option('--json', 'print the result as JSON')
    .action((place: string, given: { json?: boolean }) => loadBackup().verify(place, given));
  program
    .command('demo')
    .description('create a demo organization and exit')
    .action(() => loadDemo().main());
  program
    .command('openapi')
    .description('print the OpenAPI document of the API and exit')
    .action(() => loadOpenApi().main());
  for (const command of program.commands) command.helpOption('--help', 'print help and exit');
  return program;
}

// Run directly, as in the image: standard output contains only the log.
if (require.main === module) void main(process.argv.slice(2), { showsBanner: process.stdout.isTTY });
