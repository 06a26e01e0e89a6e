import { basename } from 'node:path/posix';
import ts from 'typescript';
import type { SourceFile, Violation } from '../source-file';

/** What an injectable class of a module can be. A new role is added here together with its meaning in src/README.md. */
export const ROLES = [
  'cache',
  'controller',
  'guard',
  'job',
  'module',
  'read-model',
  'recorder',
  'renderer',
  'repository',
  'service',
  'strategy',
  'subscriber',
  'sweep',
  'verifier',
] as const;

const INJECTABLE = /^(Injectable|Controller|Router|Module|Job|Subscriber|Scheduled)$/;

/** Every injectable class of a module ends in its role, and its name is the name of its file. */
export function roleSuffixes(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path.startsWith('src/modules/'))
    .flatMap((file) => injectableClasses(file).flatMap((name) => problems(file.path, name)));
}

function injectableClasses({ path, text }: SourceFile): string[] {
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false);
  return parsed.statements.flatMap((statement) => {
    if (!ts.isClassDeclaration(statement) || !statement.name) return [];
    const decorators = ts.getDecorators(statement) ?? [];
    const isInjectable = decorators.some(
      ({ expression }) =>
        ts.isCallExpression(expression) &&
        ts.isIdentifier(expression.expression) &&
        INJECTABLE.test(expression.expression.text),
    );
    return isInjectable ? [statement.name.text] : [];
  });
}

function problems(path: string, className: string): Violation[] {
  const file = basename(path, '.ts');
  const expected = file.replaceAll(/[-.]/g, '').toLowerCase();
  const hasRole = ROLES.some((role) => file.endsWith(`.${role}`));
  return [
    ...(hasRole
      ? []
      : [{ path, message: `declares ${className} without a role suffix: one of ${ROLES.join(', ')}` }]),
    ...(className.toLowerCase() === expected
      ? []
      : [{ path, message: `declares ${className}: name class and file alike` }]),
  ];
}
