import type { SourceFile, Violation } from '../source-file';

const HOME = /^src\/modules\/.*\.events\.ts$/;
const CATALOGUE = 'src/event-catalogue.ts';
/** The functions of the database write events too; a test parses every event that they write. */
const EXCUSED = /^(migrations\/|src\/platform\/events\/define-event\.ts$)/;

/**
 * An event is defined in the `*.events.ts` of its noun, is listed in the catalogue, and is named by its definition
 * everywhere else: a literal would be checked by nothing.
 */
export function eventNames(files: readonly SourceFile[]): Violation[] {
  const homes = files.filter(({ path }) => HOME.test(path));
  const names = new Set(homes.flatMap(({ text }) => matches(text, /\bdefineEvent\(\s*'([^']+)'/g)));
  const catalogue = files.find(({ path }) => path === CATALOGUE)?.text ?? '';
  return [
    ...homes.flatMap(({ path, text }) =>
      matches(text, /^export const (\w+) = \{/gm)
        .filter((definitions) => !new RegExp(`^  ${definitions},$`, 'm').test(catalogue))
        .map((definitions) => ({ path, message: `defines ${definitions}: list them in ${CATALOGUE}` })),
    ),
    ...files
      .filter(({ path }) => !HOME.test(path) && !EXCUSED.test(path))
      .flatMap(({ path, text }) => [
        ...(/\bdefineEvent\(/.test(text)
          ? [{ path, message: "defines an event: move the definition to its noun's *.events.ts" }]
          : []),
        ...matches(text, /['"`]([a-z_]+\.[a-z_]+)['"`]/g)
          .filter((literal) => names.has(literal))
          .map((name) => ({ path, message: `names ${name} by a literal: use its definition` })),
      ]),
  ];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found!);
}
