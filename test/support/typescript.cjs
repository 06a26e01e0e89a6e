// Lets a child process of a test run the sources: node --require test/support/typescript.cjs program.ts
const { join } = require('node:path');
const { transformFileSync } = require('@swc/core');

const configFile = join(__dirname, '../../.swcrc');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, { configFile, sourceMaps: 'inline' });
  module._compile(code, filename);
};
