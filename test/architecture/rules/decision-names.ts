import type { SourceFile, Violation } from '../source-file';

const DECISION = /^src\/decisions\/.*\/\d{4}-/;
const PATH = /^(src|test|docs|migrations)\/[\w./-]+$/;
const FILE_NAME = /^[\w-]+(\.[\w-]+)*\.(ts|mjs|mts|sql)$/;
const IDENTIFIER = /^[A-Za-z]*[a-z][A-Z]\w*(\.\w+)*$/;

/** The paths, files and identifiers in the backticks of a decision exist, so that a rename reaches its page. */
export function decisionNames(files: readonly SourceFile[]): Violation[] {
  const code = files.filter(({ path }) => !path.endsWith('.md'));
  const paths = files.map(({ path }) => `/${path}/`);
  const exists = (name: string) => {
    if (PATH.test(name)) return paths.some((path) => path.startsWith(`/${name.replace(/\/$/, '')}/`));
    if (FILE_NAME.test(name)) return paths.some((path) => path.endsWith(`/${name}/`));
    if (!IDENTIFIER.test(name)) return true;
    return name.split('.').every((part) => code.some(({ text }) => text.includes(part)));
  };
  return files
    .filter(({ path }) => DECISION.test(path))
    .flatMap(({ path, text }) =>
      [...new Set([...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!))]
        .filter((name) => !exists(name))
        .map((name) => ({ path, message: `names ${name}, which does not exist: write the current name` })),
    );
}
