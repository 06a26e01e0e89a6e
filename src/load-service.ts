/**
 * Loads the service's code, which takes a second or two: after the configuration is validated, so that an invalid variable
 * is reported immediately. With require, because `import()` would make TypeScript look for ES modules in this build.
 */
export function loadService(): typeof import('./service') {
  return require('./service') as never;
}
