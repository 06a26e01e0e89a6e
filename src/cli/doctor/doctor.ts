import type { CheckedConfiguration } from '../../platform/config/check/check-configuration';
import { packageVersion } from '../../platform/config/version';
import type { Log } from '../../platform/logging/log';
import type { CommandResult } from '../run-command';
import { configurationFindings } from './configuration-check';
import { databaseChecks, replicaCheck } from './database-checks';
import { type CheckGroup, type Finding, skipped, type Status } from './finding';
import { machineChecks } from './machine-checks';
import { mailCheck } from './mail-check';
import { publicUrlChecks } from './public-url-checks';
import { redisCheck } from './redis-check';
import { runGroups } from './run-groups';
import { storageCheck } from './storage-check';

const LABEL_WIDTH = 8;

export interface DoctorOptions {
  /** The address of a test mail. */
  sendTo: string | undefined;
  log: Log;
  /** One line for an error. */
  explain(error: unknown): string;
}

/** Checks the installation, running or stopped, and all that it depends on. Changes nothing. */
export async function examine(
  configuration: CheckedConfiguration,
  { sendTo, log, explain }: DoctorOptions,
): Promise<CommandResult> {
  const { secrets } = configuration;
  const findings = [
    ...configurationFindings(configuration),
    ...(await runGroups(groupsOf(configuration, sendTo, log), { secrets, explain })),
  ];
  const status = worstOf(findings);
  return {
    text: findings.map(lineOf).join('\n'),
    json: { version: packageVersion(), status, checks: findings },
    warnings: [],
    isSuccess: status !== 'failed',
  };
}

/** Checks whose variables are not valid are skipped: the configuration names the variable. */
function groupsOf(
  { settings: { cache, database, http, mail, storage } }: CheckedConfiguration,
  sendTo: string | undefined,
  log: Log,
): CheckGroup[] {
  const unread = (check: string): CheckGroup => only(check, 'its variables are not valid');
  return [
    database === undefined ? unread('database') : databaseChecks(database, log),
    ...(database?.readUrl === undefined
      ? [only('database.replica', 'DATABASE_READ_URL is not set')]
      : [replicaCheck(database.readUrl)]),
    cache === undefined
      ? unread('redis')
      : cache.redisUrl === undefined
        ? only('redis', 'REDIS_URL is not set')
        : redisCheck(cache.redisUrl),
    mail === undefined ? unread('mail') : mailCheck(mail, sendTo),
    storage === undefined || database === undefined ? unread('storage') : storageCheck(storage, database),
    ...(http === undefined ? [unread('dns'), unread('certificate')] : publicUrlChecks(http)),
    machineChecks(database?.dataDirectory),
  ];
}

function only(check: string, reason: string): CheckGroup {
  return { check, advice: '', timeoutMs: 1_000, run: async () => [skipped(check, reason)] };
}

function worstOf(findings: readonly Finding[]): Exclude<Status, 'skipped'> {
  const worst = (['failed', 'warning'] as const).find((each) =>
    findings.some(({ status }) => status === each),
  );
  return worst ?? 'ok';
}

function lineOf({ check, status, message, advice }: Finding): string {
  const line = `${status.padEnd(LABEL_WIDTH)} ${check}: ${message}`;
  return advice === null ? line : `${line}\n${' '.repeat(LABEL_WIDTH + 1)}${advice}`;
}
