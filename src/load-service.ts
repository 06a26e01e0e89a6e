import nodeModule from 'node:module';
import { join } from 'node:path';

type Compiling = Partial<{ enableCompileCache(directory: string): unknown }>;

/**
 * The service's code, which takes a second or two to load: asked for once the configuration is good, so that a wrong
 * variable is told at once. By require, because this build's `import()` would have TypeScript look for ES modules.
 */
export function loadService(): typeof import('./service') {
  // Node 22 and later keep what they compile, here beside the build that it is of (decision 0074).
  (nodeModule as Compiling).enableCompileCache?.(join(__dirname, '..', 'compiled'));
  return require('./service') as never;
}
