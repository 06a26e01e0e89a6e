import type { SourceFile, Violation } from '../source-file';

const MAX_LINES = 300;
const MAX_CONSTRUCTOR_PARAMETERS = 7;
const REFUSED_NAMES = /(^|[-.])(utils?|helpers?|common|shared|misc|manager|data|info)([-.]|$)/;
/** Names that are clear although they contain the word. */
const EXCUSED = new Set([
  'src/platform/database/data-source.ts',
  'src/modules/accounts/password/common-passwords.ts',
]);

/** Limits: long files, crowded constructors, names without meaning. */
export function shape(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) => {
    const violations: Violation[] = [];
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES) violations.push({ path, message: `has ${lines} lines, more than ${MAX_LINES}` });
    for (const [, parameters = ''] of text.matchAll(/constructor\(([\s\S]*?)\)\s*\{/g)) {
      const count =
        parameters.match(/\b(private|protected|public)?\s*readonly\s+\w+\s*:|\b\w+\s*:/g)?.length ?? 0;
      if (count > MAX_CONSTRUCTOR_PARAMETERS) {
        violations.push({
          path,
          message: `has a constructor with ${count} parameters: it does more than one thing`,
        });
      }
    }
    const name = path.split('/').at(-1)!.replace(/\.ts$/, '');
    if (REFUSED_NAMES.test(name) && !EXCUSED.has(path) && !/^data-(home|dir)/.test(name)) {
      violations.push({ path, message: 'has a name that says nothing: name what it holds' });
    }
    return violations;
  });
}
