import type { SourceFile, Violation } from '../source-file';

/** No test is switched off or alone. A tier that lacks a server says so through `skipIf` with its reason. */
export function noSkippedTests(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ text }) => /\b(it|test|describe)\.(skip|only|todo)\b|\bx(it|describe)\(/.test(text))
    .map(({ path }) => ({ path, message: 'skips a test: mend it or remove it' }));
}
