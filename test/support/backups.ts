import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as commands from '../../src/cli/backup/commands';
import type { CommandResult, CommandRun } from '../../src/cli/run-command';
import { type Configuration, readConfiguration } from '../../src/platform/config/configuration';
import { Log } from '../../src/platform/logging/log';
import { TEST_SECRET } from './app';
import { createDatabase } from './database';

/** A run that shows nothing; `onStep` is called at the beginning of each step. */
export function aRun({
  signal = new AbortController().signal,
  onStep = () => undefined,
}: { signal?: AbortSignal; onStep?: (step: string) => void } = {}): CommandRun {
  return {
    log: new Log({ write: () => undefined }, 'silent'),
    progress: { begin: onStep, advance: () => undefined, end: () => undefined },
    signal,
  };
}

/** Directories of a spec, which removes them. */
export class Directories {
  private readonly made: string[] = [];

  make(): string {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-backup-'));
    this.made.push(directory);
    return directory;
  }

  /** A place for a backup, which does not exist yet. */
  place(): string {
    return join(this.make(), 'backup');
  }

  remove(): void {
    for (const directory of this.made) rmSync(directory, { recursive: true, force: true });
  }
}

/** An installation with a database of the tests, by default an empty one, and a directory for its files. */
export async function anInstallation(
  directories: Directories,
  env: Record<string, string> = {},
): Promise<{ configuration: Configuration; env: Record<string, string> }> {
  const complete = {
    DATABASE_URL: env['DATABASE_URL'] ?? (await createDatabase()),
    APP_SECRET: TEST_SECRET,
    DATA_DIR: directories.make(),
    ...env,
  };
  return { configuration: readConfiguration(complete), env: complete };
}

/** The commands, in this process. */
export const backUp = (place: string, of: Configuration, run = aRun()): Promise<CommandResult> =>
  commands.backUp(place, of, run);
export const restore = (
  place: string,
  into: Configuration,
  { otherSecret = false, run = aRun() }: { otherSecret?: boolean; run?: CommandRun } = {},
): Promise<CommandResult> => commands.restore(place, into, { otherSecret }, run);
export const verify = (place: string, { database }: Configuration, run = aRun()): Promise<CommandResult> =>
  commands.verify(place, database, run);
