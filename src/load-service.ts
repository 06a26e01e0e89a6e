/**
 * The service's code, which takes a second or two to load: asked for once the configuration is good, so that a wrong
 * variable is told at once. By require, because this build's `import()` would have TypeScript look for ES modules.
 */
export const loadService = (): typeof import('./service') => require('./service') as never;
