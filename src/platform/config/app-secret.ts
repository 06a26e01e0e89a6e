import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installation's secret: signs sessions, encrypts stored secrets. With the embedded database it is made once and
 * kept beside the data it protects; with an outside database replicas must share it, so it has to be given.
 */
export class AppSecret {
  constructor(readonly value: string) {}

  static keptIn(dataDirectory: string): AppSecret {
    mkdirSync(dataDirectory, { recursive: true });
    const path = join(dataDirectory, 'app-secret');
    try {
      // `wx` lets the first of two starting processes win; the other one reads what it wrote.
      writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return new AppSecret(readFileSync(path, 'utf8').trim());
  }
}
