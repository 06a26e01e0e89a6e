// Creates the secrets of a Compose installation in /data, unless they exist.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const FOLDER = '/data';

/** Returns the existing content of the file, or creates it: whole or not at all. */
function keep(name, content) {
  const path = `${FOLDER}/${name}`;
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, content(), { mode: 0o444 });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, 'utf8');
}

const random = () => randomBytes(32).toString('base64url');

// Only the containers that mount the volume can read it. PostgreSQL does so as another user.
chmodSync(FOLDER, 0o755);
keep('app-secret', random);
const password = keep('database-password', random);
keep('database-url', () => `postgres://trestle:${password}@postgres:5432/trestle`);
