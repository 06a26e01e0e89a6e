import { runCommand } from './cli/run-command';
import { checkConfiguration } from './platform/config/check/check-configuration';
import { firstLine } from './process-life';
import { startProblem } from './start-problem';

/** Loaded on demand: the migrations, the drivers and the SDK of the store. */
const loadDoctor = (): typeof import('./cli/doctor/doctor') => require('./cli/doctor/doctor') as never;

export interface DoctorCommandOptions {
  sendTo?: string;
  json?: boolean;
}

/** Checks the configuration and everything that it names, prints what to do, and exits. */
export async function main({ sendTo, json = false }: DoctorCommandOptions): Promise<void> {
  const configuration = checkConfiguration();
  const { database, http } = configuration.settings;
  const explain = (error: unknown) => {
    const problem = database && http ? startProblem(error, { database, http }) : null;
    return problem ?? firstLine(error);
  };
  // The log of an embedded server that starts for the checks is not what the operator asked for.
  await runCommand({ isJson: json, logLevel: 'warn', explain }, (run) =>
    loadDoctor().examine(configuration, { sendTo, log: run.log, explain }),
  );
  // A check that took too long may still wait for its server.
  process.exit();
}
