import type { SourceFile, Violation } from '../source-file';

/** Tables whose rows belong to no one organization, each with its reason. */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  users: 'a person may be a member of several organizations',
  sessions: 'a sign-in is a person’s, on whatever host',
  password_resets: 'a password is a person’s',
  second_factors: 'a second factor is a person’s',
  recovery_codes: 'stand in for a second factor',
  credential_attempts: 'guesses are counted by person',
  identities: 'a person at a sign-in provider is a person, not a member',
  organizations: 'the tenant itself',
};

/** Every entity carries the tenant key, or its table stands on the list above. */
export function tenancy(files: readonly SourceFile[], globals = GLOBAL_TABLES): Violation[] {
  return files.flatMap(({ path, text }) => {
    const table = /@Entity\('(\w+)'\)/.exec(text)?.[1];
    if (table === undefined || text.includes(`'organization_id'`) || table in globals) return [];
    return [{ path, message: `maps ${table} without organization_id` }];
  });
}

/** Every migration has a way back, and stands in the list. */
export function migrationsReturn(files: readonly SourceFile[]): Violation[] {
  const list = files.find(({ path }) => path === 'migrations/index.ts')?.text ?? '';
  return files.flatMap(({ path, text }) => {
    const name = /export class (\w+) implements MigrationInterface/.exec(text)?.[1];
    if (name === undefined) return [];
    const down = text.slice(text.indexOf('async down('));
    return [
      ...(/query\(/.test(down) ? [] : [{ path, message: 'has no way back' }]),
      ...(new RegExp(`^  ${name},$`, 'm').test(list)
        ? []
        : [{ path, message: 'is not in migrations/index.ts' }]),
    ];
  });
}
