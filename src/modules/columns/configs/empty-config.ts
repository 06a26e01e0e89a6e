import { z } from 'zod';
import type { ConfigContext } from '../column-type';
import { parseConfig } from './parse-config';

const schema = z.strictObject({});
export type EmptyConfig = z.output<typeof schema>;

/** For types without settings: an empty object, or nothing. */
export function parseEmptyConfig(input: unknown, context: ConfigContext): EmptyConfig {
  return parseConfig(schema, input, context);
}
