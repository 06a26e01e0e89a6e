import ts from 'typescript';
import { importsOf, moduleOf, type SourceFile, type Violation } from '../source-file';
import { GLOBAL_TABLES } from './tenancy';

interface EntityClass {
  name: string;
  owner: string;
  /** Its rows belong to organizations, and are reached only with theirs. */
  isTenanted: boolean;
}

/** What takes values, what takes a condition, and what takes options with a condition; each is one statement. */
const VALUES = new Set(['insert', 'upsert']);
const CONDITIONS = new Set(['findOneBy', 'findBy', 'existsBy', 'countBy', 'update', 'delete']);
const OPTIONS = new Set(['find', 'findOne', 'exists', 'count']);

const OPERATOR = /^(IsNull|Not|LessThan|LessThanOrEqual|MoreThan|MoreThanOrEqual)$/;

/** Every entity is registered once, by a module of the folder that owns it, and used nowhere else. */
export function entityRegistration(files: readonly SourceFile[]): Violation[] {
  const lists = files
    .filter(({ path }) => path.endsWith('.module.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/forFeature\(\[([^\]]*)\]/g)].map(([, list = '']) => ({
        owner: ownerOf(path),
        names: list.split(',').map((name) => name.trim()),
      })),
    );
  const unregistered = files.flatMap((file) =>
    entitiesOf(file).flatMap(({ name, owner }) => {
      const registering = lists.filter(({ names }) => names.includes(name));
      return registering.length === 1 && registering[0]!.owner === owner
        ? []
        : [{ path: file.path, message: `register ${name} once, in a module of ${owner}` }];
    }),
  );
  const foreign = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target.endsWith('.entity') && ownerOf(target) !== ownerOf(file.path))
      .map(({ target }) => ({ path: file.path, message: `imports ${target}: call a service of its owner` })),
  );
  return [...unregistered, ...foreign];
}

/**
 * A call of TypeORM's repository of a table is one statement, and names the organization of a tenant's row. An entity
 * manager or a query builder, whose conditions no rule can read, is used in src/platform/database only.
 */
export function entityCalls(files: readonly SourceFile[]): Violation[] {
  const entities = new Map(files.flatMap(entitiesOf).map((entity) => [entity.name, entity]));
  return files
    .filter(({ path }) => !path.startsWith('src/platform/database/'))
    .flatMap((file) => [...importProblems(file), ...callProblems(file, entities)]);
}

function importProblems({ path, text }: SourceFile): Violation[] {
  if (path.endsWith('.entity.ts')) return [];
  const names = /import \{([^}]*)\} from 'typeorm'/.exec(text)?.[1]?.split(',') ?? [];
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && !OPERATOR.test(name))
    .map((name) => ({ path, message: `imports ${name} of TypeORM: call Database.repository` }));
}

function callProblems(file: SourceFile, entities: ReadonlyMap<string, EntityClass>): Violation[] {
  const violations: Violation[] = [];
  if (!file.text.includes('.repository(')) return violations;
  const visit = (node: ts.Node): void => {
    const entity = entityOf(node, entities);
    const problem = entity && problemOf(node, entity);
    if (problem) violations.push({ path: file.path, message: problem });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2023, true));
  return violations;
}

/** Of `….repository(context, ThingEntity)`. */
function entityOf(node: ts.Node, entities: ReadonlyMap<string, EntityClass>): EntityClass | undefined {
  const isCall = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
  if (!isCall || node.expression.name.text !== 'repository') return undefined;
  return entities.get(node.arguments[1]?.getText() ?? '');
}

function problemOf(repository: ts.Node, { name, isTenanted }: EntityClass): string | null {
  const method = repository.parent;
  const call = method.parent;
  if (!ts.isPropertyAccessExpression(method) || !ts.isCallExpression(call))
    return `stores the repository of ${name}: call its method directly`;
  const verb = method.name.text;
  if (![VALUES, CONDITIONS, OPTIONS].some((verbs) => verbs.has(verb)))
    return `calls ${verb} of ${name}: insert, update and delete are one statement each; others are SQL`;
  const given = call.arguments[0];
  const condition = OPTIONS.has(verb) ? propertyOf(given, 'where') : given;
  return isTenanted && !namesOrganization(condition)
    ? `calls ${verb} of ${name} without organizationId`
    : null;
}

/** Every alternative has the organization, after anything spread that could replace it. */
function namesOrganization(given: ts.Expression | undefined): boolean {
  if (given === undefined) return false;
  if (ts.isConditionalExpression(given))
    return namesOrganization(given.whenTrue) && namesOrganization(given.whenFalse);
  if (ts.isArrayLiteralExpression(given))
    return given.elements.length > 0 && given.elements.every(namesOrganization);
  if (!ts.isObjectLiteralExpression(given)) return false;
  const at = given.properties.findLastIndex((property) => property.name?.getText() === 'organizationId');
  return at !== -1 && !given.properties.slice(at).some(ts.isSpreadAssignment);
}

function propertyOf(options: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  return options.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => property.name.getText() === name)?.initializer;
}

function entitiesOf({ path, text }: SourceFile): EntityClass[] {
  const table = /@Entity\('(\w+)'\)/.exec(text)?.[1];
  const name = /export class (\w+)/.exec(text)?.[1];
  if (table === undefined || name === undefined) return [];
  return [
    { name, owner: ownerOf(path), isTenanted: /\borganizationId!/.test(text) && !(table in GLOBAL_TABLES) },
  ];
}

function ownerOf(path: string): string {
  return moduleOf(path) ?? path.split('/').slice(0, 2).join('/');
}
