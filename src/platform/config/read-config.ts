import { validateSync } from 'class-validator';
import { ConfigurationProblem } from './configuration-problem';
import { envBindings } from './from-env.decorator';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Fills one configuration class from the environment and validates it. */
export function readConfig<T extends object>(of: new () => T, env: Environment): T {
  const config = new of();
  const bindings = envBindings(of.prototype as object);
  for (const { property, variable, read } of bindings) {
    const text = env[variable];
    if (text !== undefined && text !== '') Reflect.set(config, property, read(text));
  }
  const [problem] = validateSync(config, { forbidUnknownValues: false });
  if (problem) {
    const variable = bindings.find((binding) => binding.property === problem.property)?.variable;
    const reason = Object.values(problem.constraints ?? { invalid: 'is not valid' })[0] ?? 'is not valid';
    throw new ConfigurationProblem(`${variable ?? problem.property} ${reason}`);
  }
  return config;
}
