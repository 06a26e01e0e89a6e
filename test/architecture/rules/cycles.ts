import { importsOf, type SourceFile, type Violation } from '../source-file';

/** No file reaches itself through what it imports. Types count: a knot of types is a knot of ideas. */
export function cycles(files: readonly SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const find = (target: string) => [`${target}.ts`, `${target}/index.ts`].find((path) => byPath.has(path));
  const edges = new Map(
    files.map((file) => [file.path, importsOf(file).flatMap(({ target }) => find(target) ?? [])]),
  );
  const done = new Set<string>();
  const violations: Violation[] = [];
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at !== -1) {
      violations.push({ path, message: `imports itself: ${[...trail.slice(at), path].join(' > ')}` });
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return violations;
}
