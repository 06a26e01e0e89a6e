import { readFileSync } from 'node:fs';
import { validateSync } from 'class-validator';
import { ConfigurationProblem } from './configuration-problem';
import { envBindings } from './from-env.decorator';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Fills one configuration class from the environment and validates it. */
export function readConfig<T extends object>(of: new () => T, env: Environment): T {
  const config = new of();
  const bindings = envBindings(of.prototype as object);
  for (const { property, variable, read } of bindings) {
    const text = valueOf(variable, env);
    if (text !== undefined) Reflect.set(config, property, read(text));
  }
  const [problem] = validateSync(config, { forbidUnknownValues: false });
  if (problem) {
    const variable = bindings.find((binding) => binding.property === problem.property)?.variable;
    const reason = Object.values(problem.constraints ?? { invalid: 'is not valid' })[0] ?? 'is not valid';
    throw new ConfigurationProblem(`${variable ?? problem.property} ${reason}`);
  }
  return config;
}

/** An empty variable counts as unset. The value can be in a file that `<variable>_FILE` names, such as a mounted secret. */
function valueOf(variable: string, env: Environment): string | undefined {
  const text = env[variable] || undefined;
  const path = env[`${variable}_FILE`] || undefined;
  if (path === undefined) return text;
  if (text !== undefined)
    throw new ConfigurationProblem(`${variable} and ${variable}_FILE cannot both be set`);
  return contentOf(path, variable) || undefined;
}

/** Without the line break that editors and `echo` append. */
function contentOf(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationProblem(`${variable}_FILE: the file ${path} cannot be read (${code})`);
  }
}
