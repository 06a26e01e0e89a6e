import { type Configuration, readConfiguration } from './platform/config/configuration';
import { startProblem } from './start-problem';

/** Returns the configuration, or exits with one line that names the variable. */
export function configurationOrExit(): Configuration;
export function configurationOrExit<Read>(read: () => Read): Read;
export function configurationOrExit(read: () => unknown = readConfiguration): unknown {
  try {
    return read();
  } catch (error) {
    const problem = startProblem(error, null);
    if (problem === null) throw error;
    process.stderr.write(`Trestle cannot start: ${problem}\n`);
    process.exit(1);
  }
}
