import type { VerifyAuditOptions } from './cli/audit/verify-audit-log';
import { runCommand } from './cli/run-command';
import { firstLine } from './process-life';

/** Loaded on demand: the modules. */
const loadVerification = (): typeof import('./cli/audit/verify-audit-log') =>
  require('./cli/audit/verify-audit-log') as never;

/** Verifies a sealed export of an audit log, on any machine: it reads only the file. */
export function verifyAudit(file: string, options: VerifyAuditOptions & { json?: boolean }): Promise<void> {
  const { json: isJson = false, ...settings } = options;
  const explain = (error: unknown) => `Trestle cannot verify ${file}: ${firstLine(error)}`;
  return runCommand({ isJson, logLevel: 'warn', explain }, () =>
    loadVerification().verifyAuditLog(file, settings),
  );
}
