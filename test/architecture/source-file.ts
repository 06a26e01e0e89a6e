import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** One source file, as the rules see it. */
export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  /** What the import names; a relative one as the path it leads to, without extension. */
  target: string;
  isTypeOnly: boolean;
}

/** A broken rule: the file, and a message that explains the fix. */
export interface Violation {
  path: string;
  message: string;
}

const ROOT = resolve(__dirname, '..', '..');

export function sourceFiles(folder: string, ending = '.ts'): SourceFile[] {
  return (
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      // Packages of docs/.vitepress.
      .filter(({ parentPath }) => !parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(ROOT, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  );
}

/** One file of the repository that is no source. */
export function sourceFile(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

/** Ten rules ask for the imports of the same files, and parsing takes most of their time. */
const knownImports = new WeakMap<SourceFile, readonly Import[]>();

export function importsOf(file: SourceFile): readonly Import[] {
  const known = knownImports.get(file);
  if (known) return known;
  const imports = parsedImports(file);
  knownImports.set(file, imports);
  return imports;
}

function parsedImports(file: SourceFile): Import[] {
  const parsed = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2023, false);
  return parsed.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    if (!specifier || !ts.isStringLiteral(specifier)) return [];
    const isTypeOnly = isImport
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly;
    return [{ target: resolved(file.path, specifier.text), isTypeOnly }];
  });
}

function resolved(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(ROOT, resolve(ROOT, dirname(from), specifier)).replaceAll('\\', '/');
}

/** The module a path under src/modules belongs to. */
export function moduleOf(path: string): string | null {
  return /^src\/modules\/([^/]+)/.exec(path)?.[1] ?? null;
}
