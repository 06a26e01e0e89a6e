import { BackupProblem } from './cli/backup/backup-problem';
import { type CommandResult, type CommandRun, runCommand } from './cli/run-command';
import {
  readConfiguration,
  readToolConfiguration,
  type ToolConfiguration,
} from './platform/config/configuration';
import { firstLine } from './process-life';
import { configurationOrExit } from './read-environment';
import { startProblem } from './start-problem';

/** Loaded on demand: the migrations, the drivers and the SDK of the store. */
const loadCommands = (): typeof import('./cli/backup/commands') => require('./cli/backup/commands') as never;

export interface JsonOption {
  json?: boolean;
}

export interface RestoreOptions extends JsonOption {
  otherSecret?: boolean;
}

/** Backs up the installation, running or stopped, into an empty directory or prefix. */
export function backUp(place: string, options: JsonOption): Promise<void> {
  return run('back up', options, async (tool, command) => {
    const { assertInstalled, backUp } = loadCommands();
    // The rest of the configuration creates a secret when there is none.
    await assertInstalled(tool.database);
    return backUp(place, readConfiguration(), command);
  });
}

/** Restores a backup into an empty database and the file storage. */
export function restore(place: string, options: RestoreOptions): Promise<void> {
  const otherSecret = options.otherSecret ?? false;
  return run('restore', options, (_, command) =>
    loadCommands().restore(place, readConfiguration(), { otherSecret }, command),
  );
}

/** Checks a backup: restores it into a temporary database, which is removed. */
export function verify(place: string, options: JsonOption): Promise<void> {
  return run('verify', options, (tool, command) => loadCommands().verify(place, tool.database, command));
}

function run(
  verb: string,
  { json = false }: JsonOption,
  work: (tool: ToolConfiguration, command: CommandRun) => Promise<CommandResult>,
): Promise<void> {
  const tool = configurationOrExit(readToolConfiguration);
  const explain = (error: unknown) => {
    const problem = error instanceof BackupProblem ? error.message : startProblem(error, tool);
    return `Trestle cannot ${verb}: ${problem ?? firstLine(error)}`;
  };
  return runCommand({ isJson: json, logLevel: tool.log.level, explain }, (command) => work(tool, command));
}
