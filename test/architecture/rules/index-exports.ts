import ts from 'typescript';
import { importsOf, moduleOf, type SourceFile, type Violation } from '../source-file';

/** What a module offers to others is used by another module, by the composition or by a test. */
export function indexExports(files: readonly SourceFile[]): Violation[] {
  const uses = new Map<string, string[]>();
  for (const file of files)
    for (const { target } of importsOf(file)) {
      const module = /^src\/modules\/[^/]+$/.test(target) ? moduleOf(target) : null;
      if (module !== null && module !== moduleOf(file.path))
        uses.set(module, [...(uses.get(module) ?? []), file.text]);
    }
  return files
    .filter(({ path }) => /^src\/modules\/[^/]+\/index\.ts$/.test(path))
    .flatMap((index) => {
      const texts = uses.get(moduleOf(index.path)!) ?? [];
      return namesOf(index)
        .filter((name) => !texts.some((text) => new RegExp(String.raw`\b${name}\b`).test(text)))
        .map((name) => ({ path: index.path, message: `exports ${name}, which no other module imports` }));
    });
}

function namesOf({ path, text }: SourceFile): string[] {
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false);
  return parsed.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [];
    const { exportClause } = statement;
    if (!exportClause || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name }) => name.text);
  });
}
