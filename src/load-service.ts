import nodeModule from 'node:module';
import { join } from 'node:path';

type Compiling = Partial<{ enableCompileCache(directory: string): unknown }>;

/**
 * Loads the service's code, which takes a second or two: after the configuration is validated, so that an invalid variable
 * is reported immediately. With require, because `import()` would make TypeScript look for ES modules in this build.
 */
export function loadService(): typeof import('./service') {
  // Node 22 and later cache compiled code, here beside the build that it belongs to (decision 0074).
  (nodeModule as Compiling).enableCompileCache?.(join(__dirname, '..', 'compiled'));
  return require('./service') as never;
}
