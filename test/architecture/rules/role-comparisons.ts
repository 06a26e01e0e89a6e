import type { SourceFile, Violation } from '../source-file';

/** Where a role, a board permission or a right in a workspace may decide something. */
const HOME = /^src\/access\/|\.policy\.ts$|^src\/modules\/hierarchy\/workspace-access\.ts$/;

const COMPARISON =
  /\b(\w*[rR]ole|actor|reach|permission)\??\s*(===|!==)\s*'|\b(isAtLeast|isAdministrator)\(|\bif \(!?\w+\.(canBuild|canEditItems|canDeleteItems|isAdmin)\b/;

/** Policies decide permissions, so that the same question has one implementation. */
export function roleComparisons(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path, text }) => !HOME.test(path) && COMPARISON.test(text.replaceAll(/`[^`]*`/g, '')))
    .map(({ path }) => ({ path, message: 'compares roles: add a verb to the policy and call authorize' }));
}
