import type { SourceFile, Violation } from '../source-file';

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A range would let any install move a package that no one looked at (decision 0049). */
export function exactVersions(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) => {
    const { dependencies, devDependencies } = JSON.parse(text) as Manifest;
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => ({
        path,
        message: `has the range ${version} for ${name}: name one version`,
      }));
  });
}
