import type { SourceFile, Violation } from '../source-file';

interface ConfinedWord {
  word: RegExp;
  home: RegExp;
  message: string;
}

const TYPE_NAMES =
  'long_text|currency|percentage|date_range|time_tracking|dropdown|checkbox|dependency|formula|lookup|auto_number|created_date|last_updated';

export const CONFINED_WORDS: readonly ConfinedWord[] = [
  {
    word: /\bprocess\.env\b/,
    home: /^src\/platform\/config\//,
    message: 'reads the environment: add a field to a configuration class',
  },
  {
    word: /\bDate\.now\(|\bnew Date\(\)/,
    home: /^src\/kernel\/clock\.ts$/,
    message: 'asks the time: use the clock of src/kernel',
  },
  {
    word: /\bfetch\(/,
    home: /^src\/platform\/http\//,
    message: 'calls out: go through src/platform/http, which checks the address',
  },
  {
    word: new RegExp(`['"\`](${TYPE_NAMES})['"\`]`),
    // A migration speaks of rows as they were, and cannot ask code that has moved on. Fields of forms share one name, and so does an input of HTML.
    home: /^src\/column-types\/(types\/|cells\/(guess-type|fits-type|choice-config)\.ts$|column-type\.ts$)|^src\/modules\/templates\/built-in\/|^src\/modules\/exchange\/presets\/|^src\/modules\/forms\/(schema\/component-types\.ts$|page\/)|^src\/http\/pages\/choices\.ts$|^src\/demo\/|^migrations\//,
    message: 'names a column type: ask the type for a property instead',
  },
  {
    word: /scim|oauth|saml/i,
    home: /^(?!src\/(http|rpc)\/)/,
    message: 'names a protocol: register its errors and routes in the module of the protocol',
  },
  {
    word: /\b(globalThis\.crypto|crypto\.(subtle|getRandomValues|randomUUID))\b|\bMath\.random\(/,
    home: /^src\/platform\/crypto\//,
    message: 'calls cryptography or chance: use src/platform/crypto',
  },
  {
    word: /@(OneToMany|ManyToOne|OneToOne|ManyToMany|JoinColumn|JoinTable)\(/,
    home: /^$/,
    message: 'decorates a relation: entities hold ids, foreign keys stand in migrations',
  },
  {
    word: /\b(TODO|FIXME|XXX|HACK)\b/,
    home: /^$/,
    message: 'leaves a to-do: finish it or open an issue',
  },
];

/** Some words belong to one place. Comments count as well as code. */
export function confinedWords(files: readonly SourceFile[], words = CONFINED_WORDS): Violation[] {
  return files.flatMap((file) =>
    words
      .filter(({ word, home }) => !home.test(file.path) && word.test(file.text))
      .map(({ message }) => ({ path: file.path, message })),
  );
}
