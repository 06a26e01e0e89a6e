import { describe, expect, it } from 'vitest';
import { advisoryLocks } from './rules/advisory-locks';
import { confinedImports } from './rules/confined-imports';
import { confinedWords } from './rules/confined-words';
import { cycles } from './rules/cycles';
import { decisionNames } from './rules/decision-names';
import { decisionRefinements } from './rules/decision-refinements';
import { entityCalls, entityRegistration } from './rules/entity-repositories';
import { eventNames } from './rules/event-names';
import { exactVersions } from './rules/exact-versions';
import { flatFolders } from './rules/flat-folders';
import { idiom } from './rules/idiom';
import { indexExports } from './rules/index-exports';
import { layers } from './rules/layers';
import { licenses } from './rules/licenses';
import { moduleEdges } from './rules/module-edges';
import { roleComparisons } from './rules/role-comparisons';
import { roleSuffixes } from './rules/role-suffixes';
import { shape } from './rules/shape';
import { functionOwnership, listedTableAccess, tableOwnership } from './rules/table-owners';
import { migrationsReturn, tenancy } from './rules/tenancy';
import { nodeFloor } from './rules/node-floor';
import { noSkippedTests, unitTestPaths } from './rules/tests';
import { type SourceFile, sourceFile, sourceFiles, type Violation } from './source-file';

type Rule = (files: readonly SourceFile[]) => Violation[];

/** The typed client runs in other programs, where the rules of the service do not apply. */
const isOfClient = ({ path }: SourceFile) => path.startsWith('src/client/');
const source = sourceFiles('src').filter((file) => !isOfClient(file));
const client = sourceFiles('src').filter(isOfClient);
const migrations = sourceFiles('migrations');
const decisions = sourceFiles('src/decisions', '.md');
const documents = [
  ...['src', 'docs'].flatMap((folder) => sourceFiles(folder, '.md')),
  sourceFile('README.md'),
];
const everyFile = ['src', 'test', 'docs', 'helm', 'migrations'].flatMap((folder) => sourceFiles(folder, ''));
const everyScript = everyFile.filter(({ path }) => path.endsWith('.ts'));
const tests = sourceFiles('test').filter(({ path }) => path.endsWith('.spec.ts'));

const file = (path: string, text: string): SourceFile => ({ path, text });
const entity = (table: string, fields: string) => `@Entity('${table}')\nexport class A { ${fields} }`;
const THINGS = file('src/modules/a/a.entity.ts', entity('things', ''));
const OTHERS = file('src/modules/b/b.entity.ts', entity('others', ''));
const OWNED_THINGS = file(
  'src/modules/a/a.entity.ts',
  `@Entity('things')\nexport class ThingEntity { organizationId!: string }`,
);
const registering = (module: string) =>
  file(`src/modules/${module}/${module}.module.ts`, 'TypeOrmModule.forFeature([ThingEntity])');
const calling = (call: string) => [
  OWNED_THINGS,
  file('src/modules/a/a.repository.ts', `this.database.repository(context, ThingEntity)${call};`),
];
const ITEMS = file('src/modules/items/item.entity.ts', entity('items', ''));
const VALUES_SET = "const A = `update items set updated_at = f('a', 2), values = $1 where true`;";
const PRIMARY_ORGANIZATION = `@PrimaryColumn({ name: 'organization_id' })\n  organizationId!: string;\n`;
const PRIMARY_ID = '@PrimaryColumn(C_TEXT)\n  id!: string;\n';
const uniqueBy = (fields: string) =>
  `@Index('things_name_idx', [${fields}], { unique: true })\n${entity('things', PRIMARY_ORGANIZATION)}`;
const lockOf = (node: string, dev = false) =>
  JSON.stringify({
    packages: { '': { engines: { node: '>=20.19' } }, 'node_modules/a': { dev, engines: { node } } },
  });
const licensed = (license: string | undefined, dev = false) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a': { dev, license } } });
const migration = (down: string) =>
  `export class AddA1 implements MigrationInterface {\n  async up() {}\n  async down() { ${down} }\n}`;
const events = file(
  'src/modules/items/items.events.ts',
  `export const itemsEvents = {\n  moved: defineEvent('item.moved', {}),\n};`,
);
const catalogue = file('src/event-catalogue.ts', 'export const EVENTS = [\n  itemsEvents,\n];');
const functions = sourceFiles('migrations', '.sql');
const locks = file('src/platform/database/locks.ts', 'export const A = keyedLock(1);');
const list = file('migrations/index.ts', 'export const MIGRATIONS = [\n  AddA1,\n];');
const decision = (number: string, text: string) => file(`src/decisions/a/${number}-a.md`, text);
const refines = '**Status.** Accepted; refines [0001](0001-a.md).\n\n';
const refinedBy = '**Status.** Accepted; refined by [0002](0002-a.md).\n\n';
const skipped = `it.${'skip'}('a', () => {});`;
const skippedInside = `it('a', ({ skip }) => ${'skip'}());`;

const RULES: { name: string; rule: Rule; on: SourceFile[]; offending: SourceFile[]; clean: SourceFile[] }[] =
  [
    {
      name: 'imports point up the layers only',
      rule: layers,
      on: source,
      offending: [file('src/access/a.ts', `import { b } from '../rpc/b';`)],
      clean: [file('src/rpc/a.ts', `import { b } from '../access/b';`)],
    },
    {
      name: 'column types import the kernel only',
      rule: layers,
      on: source,
      offending: [file('src/column-types/a.ts', `import { b } from '../platform/b';`)],
      clean: [file('src/column-types/a.ts', `import { b } from '../kernel/b';`)],
    },
    {
      name: 'the typed client imports nothing of the service',
      rule: layers,
      on: client,
      offending: [file('src/client/a.ts', `import { b } from '../kernel/b';`)],
      clean: [file('src/client/a.ts', `import { b } from './b.js';`)],
    },
    {
      name: 'there is no cycle',
      rule: cycles,
      on: source,
      offending: [
        file('src/rpc/a.ts', `import { b } from './b';`),
        file('src/rpc/b.ts', `import type { a } from './a';`),
      ],
      clean: [file('src/rpc/a.ts', `import { b } from './b';`), file('src/rpc/b.ts', '')],
    },
    {
      name: 'modules import each other along the allowed edges, through the index',
      rule: moduleEdges,
      on: source,
      offending: [file('src/modules/columns/a.ts', `import { B } from '../items';`)],
      clean: [file('src/modules/items/a.ts', `import { B } from '../columns';`)],
    },
    {
      name: 'modules do not reach into each other',
      rule: moduleEdges,
      on: source,
      offending: [file('src/modules/items/a.ts', `import { B } from '../columns/b';`)],
      clean: [file('src/modules/items/a.ts', `import { B } from './b';`)],
    },
    {
      name: 'what the index of a module exports is imported by others',
      rule: indexExports,
      on: everyScript,
      offending: [
        file('src/modules/a/index.ts', `export { B } from './b';`),
        file('src/modules/a/c.ts', `import { B } from './b';`),
      ],
      clean: [
        file('src/modules/a/index.ts', `export { B } from './b';`),
        file('src/modules/c/c.ts', `import { B } from '../a';`),
      ],
    },
    {
      name: 'modules import the events of any other module',
      rule: moduleEdges,
      on: source,
      offending: [
        file('src/modules/columns/a.subscriber.ts', `import { B } from '../accounts/accounts.service';`),
      ],
      clean: [
        file('src/modules/columns/a.subscriber.ts', `import { B } from '../accounts/accounts.events';`),
      ],
    },
    {
      name: 'event names are literals in their definitions alone',
      rule: eventNames,
      on: [...source, ...migrations],
      offending: [events, catalogue, file('src/modules/a/a.subscriber.ts', `event.type === 'item.moved';`)],
      clean: [events, catalogue, file('src/modules/a/a.subscriber.ts', 'itemsEvents.moved.is(event);')],
    },
    {
      name: 'events are defined in *.events.ts',
      rule: eventNames,
      on: source,
      offending: [file('src/modules/items/a.ts', `const moved = defineEvent('item.moved', {});`)],
      clean: [events, catalogue],
    },
    {
      name: 'every event is listed in the catalogue',
      rule: eventNames,
      on: source,
      offending: [events, file('src/event-catalogue.ts', 'export const EVENTS = [];')],
      clean: [events, catalogue],
    },
    {
      name: 'packages stay where they belong',
      rule: confinedImports,
      on: source,
      offending: [file('src/modules/items/items.service.ts', `import { In } from 'typeorm';`)],
      clean: [file('src/modules/items/items.repository.ts', `import { In } from 'typeorm';`)],
    },
    {
      name: 'cryptography stays in its place',
      rule: confinedImports,
      on: source,
      offending: [file('src/modules/a/a.service.ts', `import { randomBytes } from 'node:crypto';`)],
      clean: [file('src/platform/crypto/a.ts', `import { randomBytes } from 'node:crypto';`)],
    },
    {
      name: 'words stay where they belong',
      rule: confinedWords,
      on: [...source, ...migrations],
      offending: [file('src/modules/items/a.ts', 'const now = Date.now();')],
      clean: [file('src/kernel/clock.ts', 'const now = Date.now();')],
    },
    {
      name: 'protocols stay in their modules',
      rule: confinedWords,
      on: source,
      offending: [file('src/rpc/a.ts', `if (isScimPath(url)) return scimErrorBody(error);`)],
      clean: [file('src/modules/scim/a.ts', `if (isScimPath(url)) return scimErrorBody(error);`)],
    },
    {
      name: 'code, tests and documents use the words of docs/style.md',
      rule: idiom,
      on: [...source, ...migrations, ...functions, ...documents, ...sourceFiles('test')],
      offending: [file('src/modules/items/a.ts', `// Who${'ever'} asks is told.`)],
      clean: [file('src/modules/items/a.ts', '// The caller is notified.')],
    },
    {
      name: 'files, constructors and names keep their shape',
      rule: shape,
      on: [...source, ...client.filter(({ path }) => path !== 'src/client/procedures.ts')],
      offending: [file('src/modules/items/item-helpers.ts', '')],
      clean: [file('src/modules/items/move/item-placement.service.ts', '')],
    },
    {
      name: 'no folder has more than 25 source files',
      rule: flatFolders,
      on: source,
      offending: Array.from({ length: 26 }, (_, at) => file(`src/modules/items/a${at}.ts`, '')),
      clean: Array.from({ length: 26 }, (_, at) =>
        file(`src/modules/items/${at % 2 ? 'list' : 'write'}/a${at}.ts`, ''),
      ),
    },
    {
      name: 'injectable classes of modules end in their role and are named like their file',
      rule: roleSuffixes,
      on: source,
      offending: [
        file('src/modules/items/a.ts', '@Injectable()\nexport class A {}'),
        file('src/modules/items/a.service.ts', '@Injectable()\nexport class A {}'),
      ],
      clean: [file('src/modules/items/a.service.ts', '@Injectable()\nexport class AService {}')],
    },
    {
      name: 'roles are compared in policies only',
      rule: roleComparisons,
      on: source,
      offending: [file('src/modules/items/a.ts', `if (context.principal.role === 'guest') return [];`)],
      clean: [
        file('src/modules/items/a.ts', `if (!listMembers.allows(context.principal)) return [];`),
        file('src/modules/items/items.policy.ts', `policy(({ role }) => role !== 'guest', hidden('item'));`),
      ],
    },
    {
      name: 'the organization leads the primary key of every entity',
      rule: tenancy,
      on: source,
      offending: [file('src/modules/a/a.entity.ts', entity('things', PRIMARY_ID + PRIMARY_ORGANIZATION))],
      clean: [file('src/modules/a/a.entity.ts', entity('things', PRIMARY_ORGANIZATION + PRIMARY_ID))],
    },
    {
      name: 'the organization leads every unique key of an entity',
      rule: tenancy,
      on: source,
      offending: [file('src/modules/a/a.entity.ts', uniqueBy(`'name'`))],
      clean: [file('src/modules/a/a.entity.ts', uniqueBy(`'organizationId', 'name'`))],
    },
    {
      name: 'an entity is registered once, by the module that owns it',
      rule: entityRegistration,
      on: source,
      offending: [OWNED_THINGS, registering('b')],
      clean: [OWNED_THINGS, registering('a')],
    },
    {
      name: 'an entity is used by its owner',
      rule: entityRegistration,
      on: source,
      offending: [file('src/modules/b/b.repository.ts', `import { A } from '../a/a.entity';`)],
      clean: [file('src/modules/a/b/b.repository.ts', `import { A } from '../a.entity';`)],
    },
    ...[
      { offending: '.findOneBy({ id })', clean: '.findOneBy({ organizationId, id })' },
      { offending: '.insert({ organizationId, ...row })', clean: '.insert({ ...row, organizationId })' },
      {
        offending: '.delete([{ organizationId, id }, { name }])',
        clean: '.delete([{ organizationId, id }])',
      },
      {
        offending: '.find({ where: id ? { organizationId } : {} })',
        clean: '.find({ where: id ? { organizationId, id } : { organizationId } })',
      },
      { offending: '.exists()', clean: '.exists({ where: { organizationId } })' },
      { offending: '.update(where, { name })', clean: '.update({ organizationId }, { name })' },
    ].map(({ offending, clean }) => ({
      name: `a call of TypeORM on the row of a tenant names the organization: ${clean}`,
      rule: entityCalls,
      on: source,
      offending: calling(offending),
      clean: calling(clean),
    })),
    {
      name: 'a call of TypeORM is one statement',
      rule: entityCalls,
      on: source,
      offending: calling('.save({ organizationId, id })'),
      clean: calling('.insert({ organizationId, id })'),
    },
    {
      name: 'no module uses an entity manager or a query builder',
      rule: entityCalls,
      on: source,
      offending: [file('src/modules/a/a.repository.ts', `import { EntityManager } from 'typeorm';`)],
      clean: [file('src/modules/a/a.repository.ts', `import { IsNull } from 'typeorm';`)],
    },
    {
      name: 'a table is written by the module that has its entity',
      rule: tableOwnership,
      on: source,
      offending: [THINGS, file('src/modules/b/b.repository.ts', 'const A = `delete from things`;')],
      clean: [THINGS, file('src/modules/a/a.repository.ts', 'const A = `delete from things`;')],
    },
    {
      name: 'a table is read by the module that has its entity, by hierarchy and by listed files',
      rule: tableOwnership,
      on: source,
      offending: [THINGS, file('src/modules/b/b.read-model.ts', 'const A = `select id from things`;')],
      clean: [THINGS, file('src/modules/hierarchy/b.read-model.ts', 'const A = `select id from things`;')],
    },
    {
      name: 'the values of items are written by stored-values',
      rule: tableOwnership,
      on: source,
      offending: [ITEMS, file('src/modules/items/a.repository.ts', VALUES_SET)],
      clean: [ITEMS, file('src/modules/stored-values/a.statements.ts', VALUES_SET)],
    },
    {
      name: 'database functions write tables of the module that their names begin with',
      rule: functionOwnership,
      on: [...source, ...functions],
      offending: [THINGS, OTHERS, file('migrations/functions/other_end.sql', 'delete from things;')],
      clean: [THINGS, OTHERS, file('migrations/functions/thing_end.sql', 'delete from things;')],
    },
    {
      name: 'every listed access to a table of another module exists',
      rule: listedTableAccess,
      on: source,
      offending: [],
      clean: source,
    },
    {
      name: 'every migration has a down step and is listed',
      rule: migrationsReturn,
      on: migrations,
      offending: [file('migrations/1-add-a.ts', migration('')), list],
      clean: [file('migrations/1-add-a.ts', migration(`await queryRunner.query('drop table a');`)), list],
    },
    {
      name: 'migrations define no functions',
      rule: migrationsReturn,
      on: migrations,
      offending: [
        file('migrations/1-add-a.ts', migration(`await queryRunner.query('create function a() …');`)),
        list,
      ],
      clean: [file('migrations/1-add-a.ts', migration(`await queryRunner.query('drop function a');`)), list],
    },
    {
      name: 'statements take advisory locks from locks.ts',
      rule: advisoryLocks,
      on: source,
      offending: [locks, file('src/modules/a/a.repository.ts', 'select pg_advisory_xact_lock(1)')],
      clean: [locks, file('src/modules/a/a.repository.ts', "select ${A.shared('$1')}")],
    },
    {
      name: 'functions name the advisory locks that they take',
      rule: advisoryLocks,
      on: [...source, ...functions],
      offending: [
        locks,
        file('migrations/functions/a.sql', 'perform pg_advisory_xact_lock(hashtextextended(p_a, 2)); -- A'),
      ],
      clean: [
        locks,
        file('migrations/functions/a.sql', 'perform pg_advisory_xact_lock(hashtextextended(p_a, 1)); -- A'),
      ],
    },
    {
      name: 'every dependency has one version',
      rule: exactVersions,
      on: [sourceFile('package.json')],
      offending: [file('package.json', '{"devDependencies": {"a": "^1.2.3"}}')],
      clean: [file('package.json', '{"dependencies": {"a": "1.2.3-beta.1"}}')],
    },
    {
      name: 'every package that runs in the service supports the oldest Node',
      rule: nodeFloor,
      on: [sourceFile('package-lock.json')],
      offending: [
        file('package-lock.json', lockOf('>=22.12.0')),
        file('package-lock.json', lockOf('^22.0.0 || >= 24')),
        file('package-lock.json', lockOf('>=20.20')),
      ],
      clean: [
        file('package-lock.json', lockOf('^20.19.0 || >=22')),
        file('package-lock.json', lockOf('>= 18.x')),
        file('package-lock.json', lockOf('>=22', true)),
      ],
    },
    {
      name: 'every package that is distributed with the service has a license that allows it',
      rule: licenses,
      on: [sourceFile('package-lock.json')],
      offending: [
        file('package-lock.json', licensed('GPL-3.0-only')),
        file('package-lock.json', licensed('MIT AND CC-BY-NC-4.0')),
        file('package-lock.json', licensed(undefined)),
      ],
      clean: [
        file('package-lock.json', licensed('MIT')),
        file('package-lock.json', licensed('(GPL-2.0 OR MIT)')),
        file('package-lock.json', licensed('GPL-3.0-only', true)),
      ],
    },
    {
      name: 'paths, files and identifiers that a decision names exist',
      rule: decisionNames,
      on: everyFile,
      offending: [
        decision('0001', 'See `src/b.ts`.'),
        decision('0002', 'See `b.ts`.'),
        decision('0003', 'See `BoardFacts.get`.'),
      ],
      clean: [
        decision('0001', 'See `src/b.ts`, `b.ts`, `src` and `BoardFacts.get`.'),
        file('src/b.ts', 'class BoardFacts { get() {} }'),
      ],
    },
    {
      name: 'a decision and the one that refines it name each other',
      rule: decisionRefinements,
      on: decisions,
      offending: [decision('0001', '**Status.** Accepted.\n\n'), decision('0002', refines)],
      clean: [decision('0001', refinedBy), decision('0002', refines)],
    },
    {
      name: 'no test is skipped',
      rule: noSkippedTests,
      on: tests,
      offending: [file('test/unit/a.spec.ts', skipped), file('test/unit/b.spec.ts', skippedInside)],
      clean: [file('test/unit/a.spec.ts', `it('a', () => {});`)],
    },
    {
      name: 'unit tests are at the path of what they test',
      rule: unitTestPaths,
      on: everyFile,
      offending: [file('test/unit/access/a.spec.ts', ''), file('src/http/a.ts', '')],
      clean: [
        file('test/unit/access/a.spec.ts', ''),
        file('src/access/a.ts', ''),
        file('test/unit/http.spec.ts', ''),
        file('src/http/a.ts', ''),
        file('test/unit/docs/a.spec.ts', ''),
        file('docs/a.md', ''),
      ],
    },
  ];

describe.each(RULES)('$name', ({ rule, on, offending, clean }) => {
  it('holds in this repository', () => {
    expect(rule(on).map(({ path, message }) => `${path} ${message}`)).toEqual([]);
  });

  it('finds an offender and leaves a clean file alone', () => {
    expect(rule(offending)).not.toEqual([]);
    expect(rule(clean)).toEqual([]);
  });
});
