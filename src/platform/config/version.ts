import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The release's version, from the nearest package.json above; sources and build are at different depths below it. */
export function packageVersion(): string {
  for (let directory = __dirname; ; directory = dirname(directory)) {
    try {
      const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
        version: string;
      };
      return version;
    } catch (error) {
      if (directory === dirname(directory)) throw error;
    }
  }
}
