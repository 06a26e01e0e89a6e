import { Log } from '../platform/logging/log';
import type { LogLevel } from '../platform/config/monitoring/log.config';
import { type Progress, ProgressBar, ProgressLines } from './backup/progress';

/** What a command that takes long works with. */
export interface CommandRun {
  log: Log;
  progress: Progress;
  /** Aborted by SIGINT, SIGTERM and SIGHUP. */
  signal: AbortSignal;
}

export interface CommandResult {
  /** For a person. */
  text: string;
  /** For a program, with `--json`. */
  json: object;
  /** Printed on standard error. */
  warnings: string[];
  isSuccess: boolean;
}

export interface CommandSettings {
  isJson: boolean;
  logLevel: LogLevel;
  /** One line for an error. */
  explain(error: unknown): string;
}

/**
 * Runs a command and exits: 0, or 1 and the cause on standard error. Standard output contains only the result. On a terminal a
 * bar shows the progress, elsewhere lines of the log on standard error.
 */
export async function runCommand(
  { isJson, logLevel, explain }: CommandSettings,
  work: (run: CommandRun) => Promise<CommandResult>,
): Promise<void> {
  const isTerminal = process.stderr.isTTY;
  const log = new Log(process.stderr, isTerminal && logLevel === 'info' ? 'warn' : logLevel);
  const progress = isTerminal ? new ProgressBar(process.stderr) : new ProgressLines(log);
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    // The second signal ends the process, as without a listener.
    process.once(name, () => interruption.abort(new Error(`interrupted by ${name}`)));
  try {
    const { text, json, warnings, isSuccess } = await work({ log, progress, signal: interruption.signal });
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`);
    process.exitCode = isSuccess ? 0 : 1;
  } catch (error) {
    if (isTerminal) process.stderr.write('\n');
    const cause = interruption.signal.aborted ? (interruption.signal.reason as Error) : error;
    process.stderr.write(`${explain(cause)}\n`);
    process.exitCode = 1;
  }
}
