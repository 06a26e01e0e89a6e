import { describe, expect, it } from 'vitest';
import { confinedImports } from './rules/confined-imports';
import { confinedWords } from './rules/confined-words';
import { cycles } from './rules/cycles';
import { exactVersions } from './rules/exact-versions';
import { layers } from './rules/layers';
import { moduleEdges } from './rules/module-edges';
import { shape } from './rules/shape';
import { migrationsReturn, tenancy } from './rules/tenancy';
import { noSkippedTests } from './rules/tests';
import { type SourceFile, sourceFile, sourceFiles, type Violation } from './source-file';

type Rule = (files: readonly SourceFile[]) => Violation[];

const source = sourceFiles('src');
const migrations = sourceFiles('migrations');
const tests = sourceFiles('test').filter(({ path }) => path.endsWith('.spec.ts'));

const file = (path: string, text: string): SourceFile => ({ path, text });
const entity = (table: string, fields: string) => `@Entity('${table}')\nexport class A { ${fields} }`;
const migration = (down: string) =>
  `export class AddA1 implements MigrationInterface {\n  async up() {}\n  async down() { ${down} }\n}`;
const list = file('migrations/index.ts', 'export const MIGRATIONS = [\n  AddA1,\n];');
const skipped = `it.${'skip'}('a', () => {});`;

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
      name: 'packages stay where they belong',
      rule: confinedImports,
      on: source,
      offending: [file('src/modules/items/items.service.ts', `import { In } from 'typeorm';`)],
      clean: [file('src/modules/items/items.repository.ts', `import { In } from 'typeorm';`)],
    },
    {
      name: 'words stay where they belong',
      rule: confinedWords,
      on: [...source, ...migrations],
      offending: [file('src/modules/items/a.ts', 'const now = Date.now();')],
      clean: [file('src/kernel/clock.ts', 'const now = Date.now();')],
    },
    {
      name: 'files, constructors and names keep their shape',
      rule: shape,
      on: source,
      offending: [file('src/modules/items/item-helpers.ts', '')],
      clean: [file('src/modules/items/item-placement.service.ts', '')],
    },
    {
      name: 'every entity has the tenant key',
      rule: tenancy,
      on: source,
      offending: [file('src/modules/a/a.entity.ts', entity('things', 'id'))],
      clean: [
        file('src/modules/a/a.entity.ts', entity('things', `@PrimaryColumn({ name: 'organization_id' })`)),
      ],
    },
    {
      name: 'every migration has a way back and is listed',
      rule: migrationsReturn,
      on: migrations,
      offending: [file('migrations/1-add-a.ts', migration('')), list],
      clean: [file('migrations/1-add-a.ts', migration(`await queryRunner.query('drop table a');`)), list],
    },
    {
      name: 'every dependency has one version',
      rule: exactVersions,
      on: [sourceFile('package.json')],
      offending: [file('package.json', '{"devDependencies": {"a": "^1.2.3"}}')],
      clean: [file('package.json', '{"dependencies": {"a": "1.2.3-beta.1"}}')],
    },
    {
      name: 'no test is skipped',
      rule: noSkippedTests,
      on: tests,
      offending: [file('test/unit/a.spec.ts', skipped)],
      clean: [file('test/unit/a.spec.ts', `it('a', () => {});`)],
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
