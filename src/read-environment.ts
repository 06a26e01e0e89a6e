import { type Configuration, readConfiguration } from './platform/config/configuration';
import { startProblem } from './start-problem';

/** The configuration, or the end of the process with one line that names the variable. */
export function configurationOrExit(): Configuration {
  try {
    return readConfiguration();
  } catch (error) {
    const problem = startProblem(error, null);
    if (problem === null) throw error;
    process.stderr.write(`Trestle cannot start: ${problem}\n`);
    process.exit(1);
  }
}
