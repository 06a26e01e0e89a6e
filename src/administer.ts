import type { INestApplicationContext } from '@nestjs/common';
import { AppError } from './kernel/app-error';
import { type CommandResult, type CommandRun, runCommand } from './cli/run-command';
import type { Configuration } from './platform/config/configuration';
import { firstLine } from './process-life';
import { configurationOrExit } from './read-environment';
import { startProblem } from './start-problem';

/** Loaded on demand, as the service is: after the configuration is validated. */
const loadApplication = (): typeof import('./application') => require('./application') as never;
const loadDatabase = (): typeof import('./cli/installation-database') =>
  require('./cli/installation-database') as never;
const loadAccounts = (): typeof import('./cli/account-commands') =>
  require('./cli/account-commands') as never;
const loadMail = (): typeof import('./cli/mail-commands') => require('./cli/mail-commands') as never;
const loadOrganizations = (): typeof import('./cli/organization-commands') =>
  require('./cli/organization-commands') as never;
const loadPassword = (): typeof import('./cli/read-password') => require('./cli/read-password') as never;
const loadArchives = (): typeof import('./cli/organization/archive-commands') =>
  require('./cli/organization/archive-commands') as never;
const loadRotation = (): typeof import('./cli/rotate-secret') => require('./cli/rotate-secret') as never;

interface AccountOptions {
  email: string;
  passwordStdin?: boolean;
  json?: boolean;
}

export interface CreateOwnerOptions extends AccountOptions {
  name?: string;
  organization?: string;
  slug?: string;
  replaceOwner?: boolean;
}

export interface ResetPasswordOptions extends AccountOptions {
  disableSecondFactor?: boolean;
}

export interface RotateSecretOptions {
  dryRun?: boolean;
  json?: boolean;
}

/** Creates the owner of a new organization, or gives an organization another owner. */
export function createOwner(options: CreateOwnerOptions): Promise<void> {
  const { email, name, organization, slug, replaceOwner: isReplacing = false } = options;
  return administer('create the owner', options, async (application) => {
    const given = { email, name, organization, slug, password: await passwordOf(options) };
    return loadAccounts().createOwner(application, given, { isReplacing });
  });
}

/** Lets a user set a password, or sets it, and turns off a lost second factor. */
export function resetPassword(options: ResetPasswordOptions): Promise<void> {
  const { email, disableSecondFactor: disablesSecondFactor = false } = options;
  return administer('reset the password', options, async (application) => {
    const given = { email, password: await passwordOf(options) };
    return loadAccounts().resetPassword(application, given, { disablesSecondFactor });
  });
}

/** Erases the person with an address from the database. */
export function erasePerson(email: string, options: JsonOption & { dryRun?: boolean }): Promise<void> {
  const { dryRun: isDryRun = false } = options;
  return administer('erase the person', options, (application) =>
    loadAccounts().erasePerson(application, email, { isDryRun }),
  );
}

/** Encrypts with APP_SECRET what APP_SECRET_PREVIOUS has encrypted. */
export function rotateSecret(options: RotateSecretOptions): Promise<void> {
  const { dryRun: isDryRun = false } = options;
  return administer('rotate the secret', options, (application, run) =>
    loadRotation().rotateSecret(application, { isDryRun }, run),
  );
}

interface JsonOption {
  json?: boolean;
}

/** Sends a test mail to an address. */
export function testMail(address: string, options: JsonOption): Promise<void> {
  return administer('send the mail', options, (application) => loadMail().sendTestMail(application, address));
}

/** Lists mails whose last attempt failed. */
export function failedMails(options: JsonOption): Promise<void> {
  return administer('list the failed mails', options, (application) =>
    loadMail().listFailedMails(application),
  );
}

/** Sends failed mails again: all without ids. */
export function retryMails(ids: readonly string[], options: JsonOption): Promise<void> {
  return administer('send the mails again', options, (application) =>
    loadMail().retryFailedMails(application, ids),
  );
}

/** Changes the plan of an organization. */
export function changePlan(slug: string, plan: string, options: JsonOption): Promise<void> {
  return administer('change the plan', options, (application) =>
    loadOrganizations().changePlan(application, slug, plan),
  );
}

/** Writes an organization, named by its slug or id, as an archive. */
export function exportOrganization(named: string, file: string, options: { json?: boolean }): Promise<void> {
  return administer('export the organization', options, (application, run) =>
    loadArchives().exportOrganization(application, named, file, run),
  );
}

export interface ImportOrganizationOptions extends JsonOption {
  slug?: string;
  publicKey?: string[];
  linkExistingAccounts?: boolean;
  dryRun?: boolean;
}

/** Imports an archive of another installation. */
export function importOrganization(file: string, options: ImportOrganizationOptions): Promise<void> {
  return administer('import the organization', options, (application, run) =>
    loadArchives().importOrganization(application, file, options, run),
  );
}

/** Verifies an archive of an organization, on any machine: it reads only the file. */
export function verifyOrganization(
  file: string,
  { json: isJson = false, ...settings }: { publicKey?: string[]; json?: boolean },
): Promise<void> {
  const explain = (error: unknown) => `Trestle cannot verify ${file}: ${firstLine(error)}`;
  return runCommand({ isJson, logLevel: 'warn', explain }, (run) =>
    loadArchives().verifyOrganization(file, settings, run),
  );
}

/** Runs work with an application that accepts no requests and runs no jobs, also while a service runs on the same database. */
function administer(
  verb: string,
  { json: isJson = false }: { json?: boolean },
  work: (application: INestApplicationContext, run: CommandRun) => Promise<CommandResult>,
): Promise<void> {
  const configuration = configurationOrExit();
  configuration.process.roles = ['api'];
  const explain = (error: unknown) => `Trestle cannot ${verb}: ${problemOf(error, configuration)}`;
  // The messages of a start are no news to the operator of a command.
  const logLevel = configuration.log.level === 'info' ? 'warn' : configuration.log.level;
  return runCommand({ isJson, logLevel, explain }, async (run) => {
    const { url, close } = await loadDatabase().openInstallation(configuration.database, run.log);
    try {
      const application = await loadApplication().createApplication(configuration, url, run.log);
      try {
        return await work(application, run);
      } finally {
        await application.close();
      }
    } finally {
      await close();
    }
  });
}

/** Every rejected field, as an option of the command. */
function problemOf(error: unknown, configuration: Configuration): string {
  if (!(error instanceof AppError)) return startProblem(error, configuration) ?? firstLine(error);
  const issues = error.issues?.map(({ path, message }) => `--${path}: ${message}`) ?? [];
  return issues.length === 0 ? error.message : issues.join('; ');
}

async function passwordOf({ passwordStdin = false }: AccountOptions): Promise<string | undefined> {
  if (!passwordStdin) return undefined;
  return (await loadPassword().readPassword(process.stdin)) ?? '';
}
