import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Text } from '../../crypto/digest';

/** Beside the migrations, in the sources and in the build (nest-cli.json copies the files). */
const FOLDER = join(__dirname, '..', '..', '..', '..', 'migrations', 'functions');
const ENDING = '.sql';

/** The only text of one database function. */
export interface FunctionFile {
  name: string;
  text: string;
  digest: string;
}

export function functionFiles(): FunctionFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -ENDING.length);
      const text = functionText(name);
      return { name, text, digest: sha256Text(text, 'hex') };
    });
}

/** For a migration whose index or trigger needs the function: migrate applies functions after all migrations. */
export function functionText(name: string): string {
  return readFileSync(join(FOLDER, name + ENDING), 'utf8');
}
