import { Command, Option } from 'commander';
import type { CreateOwnerOptions, ImportOrganizationOptions, ResetPasswordOptions } from './administer';
import type { McpCommandOptions } from './mcp';
import type { VerifyAuditOptions } from './cli/audit/verify-audit-log';
import { packageVersion } from './platform/config/version';

// Each command loads its own code, so that `--help` answers at once.
const loadStart = (): typeof import('./main') => require('./main') as never;
const loadMigrate = (): typeof import('./migrate') => require('./migrate') as never;
const loadOpenApi = (): typeof import('./openapi') => require('./openapi') as never;
const loadBackup = (): typeof import('./backup') => require('./backup') as never;
const loadDoctor = (): typeof import('./doctor') => require('./doctor') as never;
const loadAdminister = (): typeof import('./administer') => require('./administer') as never;
const loadVerifyAudit = (): typeof import('./verify-audit') => require('./verify-audit') as never;
const loadMcp = (): typeof import('./mcp') => require('./mcp') as never;
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
    .command('doctor')
    .description('check the configuration, the database and all other services that Trestle uses')
    .option('--send-to <address>', 'also send a test mail')
    .option('--json', 'print the result as JSON')
    .action((given: { sendTo?: string; json?: boolean }) => loadDoctor().main(given));
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
  addAccountCommands(program);
  addMailCommands(program);
  addOrganizationCommands(program);
  program
    .command('rotate-secret')
    .description('encrypt with APP_SECRET what APP_SECRET_PREVIOUS has encrypted')
    .option('--dry-run', 'count what would be encrypted again, and change nothing')
    .option('--json', 'print the result as JSON')
    .action((given: { dryRun?: boolean; json?: boolean }) => loadAdminister().rotateSecret(given));
  addAuditCommands(program);
  program
    .command('demo')
    .description('create a demo organization and exit')
    .action(() => loadDemo().main());
  program
    .command('openapi')
    .description('print the OpenAPI document of the API and exit')
    .action(() => loadOpenApi().main());
  program
    .command('mcp')
    .description('serve the tools of a running installation on standard input and output, for MCP clients')
    .addOption(
      new Option('--url <url>', 'the URL of the installation or of the organization')
        .env('TRESTLE_URL')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--token <token>', 'a token with the scopes of the tools')
        .env('TRESTLE_TOKEN')
        .makeOptionMandatory(),
    )
    .action((given: McpCommandOptions) => loadMcp().main(given));
  for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
    command.helpOption('--help', 'print help and exit').helpCommand(false);
  return program;
}

/** Commands for files that an organization exports. */
function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('work with exported audit logs');
  audit
    .command('verify')
    .description('verify a sealed export of an audit log: only the file is read')
    .argument('<file>', 'the file of audit.export with the form sealed')
    .option('--public-key <key...>', 'trust only these keys, as GET /api/audit/keys shows them')
    .option('--expect <number:hash>', 'an entry that an earlier verification printed must be in the file')
    .option('--json', 'print the result as JSON')
    .action((file: string, given: VerifyAuditOptions & { json?: boolean }) =>
      loadVerifyAudit().verifyAudit(file, given),
    );
}

/** Commands for single organizations: their archives and plans. */
function addOrganizationCommands(program: Command): void {
  const organization = program
    .command('organization')
    .description('archive or import one organization, or change its plan or its owner');
  organization
    .command('export')
    .description('write an organization as one archive, also while Trestle runs')
    .argument('<organization>', 'the slug or the id of the organization')
    .argument('<file>', 'the archive, which must not exist')
    .option('--json', 'print the result as JSON')
    .action((named: string, file: string, given: { json?: boolean }) =>
      loadAdminister().exportOrganization(named, file, given),
    );
  organization
    .command('verify')
    .description('verify an archive of an organization: only the file is read')
    .argument('<file>', 'the archive')
    .option(
      '--public-key <key...>',
      'trust only these keys for the audit log, as GET /api/audit/keys shows them',
    )
    .option('--json', 'print the result as JSON')
    .action((file: string, given: { publicKey?: string[]; json?: boolean }) =>
      loadAdminister().verifyOrganization(file, given),
    );
  organization
    .command('import')
    .description('import an archive into an installation that does not have the organization')
    .argument('<file>', 'the archive of another installation')
    .option('--slug <slug>', 'a new slug, when the one of the archive is taken here')
    .option('--link-existing-accounts', 'let accounts with the addresses of members become these members')
    .option(
      '--public-key <key...>',
      'trust only these keys for the audit log, as GET /api/audit/keys shows them',
    )
    .option('--dry-run', 'try the import, and change nothing')
    .option('--json', 'print the result as JSON')
    .action((file: string, given: ImportOrganizationOptions) =>
      loadAdminister().importOrganization(file, given),
    );
  organization
    .command('plan')
    .description('change the plan of an organization')
    .argument('<slug>', 'the slug of the organization')
    .argument('<plan>', 'free, pro, business or enterprise')
    .option('--json', 'print the result as JSON')
    .action((slug: string, plan: string, given: { json?: boolean }) =>
      loadAdminister().changePlan(slug, plan, given),
    );
}

/** Commands of the operator for the accounts of users. */
function addAccountCommands(program: Command): void {
  program
    .command('create-owner')
    .description('create an organization with its owner, or give an organization another owner')
    .requiredOption('--email <address>', 'the address of the owner, with or without an account')
    .option('--name <name>', 'the name of the owner, for a new account')
    .option('--organization <name>', 'the name of a new organization')
    .option('--slug <slug>', 'the slug of the new organization, or without --organization of an existing one')
    .option('--replace-owner', 'let the owner of the existing organization become an admin')
    .option('--password-stdin', 'read the password of a new account from standard input')
    .option('--json', 'print the result as JSON')
    .action((given: CreateOwnerOptions) => loadAdminister().createOwner(given));
  program
    .command('reset-password')
    .description('print a link with which a user sets a new password, or set the password')
    .requiredOption('--email <address>', 'the address of the account')
    .option('--password-stdin', 'set the password, which is read from standard input')
    .option('--disable-second-factor', 'turn off two-factor authentication, for a lost second factor')
    .option('--json', 'print the result as JSON')
    .action((given: ResetPasswordOptions) => loadAdminister().resetPassword(given));
  program
    .command('erase-person')
    .description('delete the account of an address, and erase its name and address everywhere, at once')
    .argument('<email>', 'the address, with or without an account')
    .option('--dry-run', 'count what would be erased, and change nothing')
    .option('--json', 'print the result as JSON')
    .action((email: string, given: { dryRun?: boolean; json?: boolean }) =>
      loadAdminister().erasePerson(email, given),
    );
}

/** Commands of the operator for the mails of the installation. */
function addMailCommands(program: Command): void {
  const mail = program
    .command('mail')
    .description('test the mail server, list failed mails, send them again');
  mail
    .command('test')
    .description('send a test mail')
    .argument('<address>', 'the address to send it to')
    .option('--json', 'print the result as JSON')
    .action((address: string, given: { json?: boolean }) => loadAdminister().testMail(address, given));
  mail
    .command('failed')
    .description('list the mails whose last attempt failed, with the error')
    .option('--json', 'print the result as JSON')
    .action((given: { json?: boolean }) => loadAdminister().failedMails(given));
  mail
    .command('retry')
    .description('send failed mails again: all, or those with the ids of trestle mail failed')
    .argument('[id...]', 'ids of failed mails')
    .option('--json', 'print the result as JSON')
    .action((ids: string[], given: { json?: boolean }) => loadAdminister().retryMails(ids, given));
}

// Run directly, as in the image: standard output contains only the log.
if (require.main === module) void main(process.argv.slice(2), { showsBanner: process.stdout.isTTY });
