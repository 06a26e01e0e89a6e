import { z } from 'zod';
import { type ConfigContext, InvalidConfig } from '../column-type';

/**
 * Parses a config with its schema, which must reject unknown keys. An absent key keeps its previous value (an update of
 * a currency column's decimals must not reset its currency); a key that is null, or a config that is null, is reset to
 * the default. Throws InvalidConfig at the first invalid path.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  context: Pick<ConfigContext<object>, 'previous'>,
): z.output<Schema> {
  const given = input ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw new InvalidConfig('', 'Must be an object');
  const before = input === null ? {} : context.previous;
  const merged = Object.entries({ ...before, ...given }).filter(([, value]) => value !== null);
  // fromEntries defines own keys, so that "__proto__" is rejected as an unknown key.
  const result = schema.safeParse(Object.fromEntries(merged));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    throw new InvalidConfig([...issue.path, issue.keys[0]!].join('.'), 'Unknown key');
  }
  throw new InvalidConfig(issue.path.join('.'), issue.message);
}

const emptySchema = z.strictObject({});
export type EmptyConfig = z.output<typeof emptySchema>;

/** For types without settings: an empty object or nothing. */
export function parseEmptyConfig(input: unknown, context: ConfigContext<EmptyConfig>): EmptyConfig {
  return parseConfig(emptySchema, input, context);
}
