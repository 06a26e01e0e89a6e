import { join } from 'node:path';
import { DataSource, type EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { beforeAll, describe, expect, it } from 'vitest';
import { sourceFiles } from '../../../architecture/source-file';
import { cloneDatabase } from '../../../support/database';
import { withClient } from '../../../support/global-setup';

/**
 * What an entity can say of its table. The rest (foreign keys, checks, triggers, partial, expression and GIN indexes) is
 * compared by the snapshot in migrations/schema.sql.
 */
interface TableShape {
  columns: Record<string, string>;
  primaryKey: string[];
  /** B-tree indexes of whole columns in their natural order, without a condition. */
  indexes: Record<string, string>;
}

/** Tables of libraries: the job queue has a separate schema; TypeORM stores the applied migrations. */
const BOOKKEEPING = ['schema_functions', 'schema_migrations', 'schema_release'];

// TypeORM has no quotes around the name of the type "char", of one byte; char (n) is shown as character(n).
const COLUMNS = `
  select c.relname as "table", a.attname as name, replace(format_type(a.atttypid, a.atttypmod), '"', '') as type,
    case when a.attcollation <> t.typcollation then l.collname end as collation, not a.attnotnull as "isNullable",
    case when a.attgenerated <> '' then 'generated ' else 'default ' end || pg_get_expr(d.adbin, d.adrelid) as "default",
    a.attidentity <> '' as "isIdentity"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
  order by c.relname, a.attname`;

const INDEXES = `
  select t.relname as "table", i.relname as name, x.indisunique as "isUnique", x.indisprimary as "isPrimary",
    array(select a.attname::text from unnest(x.indkey::int[]) with ordinality as part (number, at)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = part.number order by at) as columns
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class t on t.oid = x.indrelid
  join pg_am m on m.oid = i.relam
  where t.relnamespace = 'public'::regnamespace and t.relname <> all ($1)
    and m.amname = 'btree' and x.indpred is null and x.indexprs is null and x.indnatts = x.indnkeyatts
    and not exists (select from unnest(x.indoption::int[]) option where option <> 0)
  order by 1, 2`;

let tables: Map<string, TableShape>;
let entities: EntityMetadata[];

beforeAll(async () => {
  const url = await cloneDatabase();
  tables = await tablesOf(url);
  entities = await entitiesOf(url);
});

describe('the entities', () => {
  it('map every table exactly once', () => {
    expect(entities.map(({ tableName }) => tableName).sort()).toEqual([...tables.keys()].sort());
  });

  it('have the columns, keys and indexes of the migrated database', () => {
    const mapped = new Map(entities.map((entity) => [entity.tableName, shapeOf(entity)]));
    for (const [name, table] of tables) expect({ [name]: mapped.get(name) }).toEqual({ [name]: table });
  });
});

async function tablesOf(url: string): Promise<Map<string, TableShape>> {
  return withClient(url, async (client) => {
    const columns = await client.query<ColumnRow & { table: string }>(COLUMNS, [BOOKKEEPING]);
    const indexes = await client.query<IndexRow>(INDEXES, [BOOKKEEPING]);
    const names = [...new Set(columns.rows.map(({ table }) => table))];
    return new Map(
      names.map((name) => {
        const own = indexes.rows.filter(({ table }) => table === name);
        return [
          name,
          {
            columns: Object.fromEntries(
              columns.rows.filter(({ table }) => table === name).map((row) => [row.name, written(row)]),
            ),
            primaryKey: own.find(({ isPrimary }) => isPrimary)?.columns ?? [],
            indexes: Object.fromEntries(
              own.filter(({ isPrimary }) => !isPrimary).map((row) => [row.name, writtenIndex(row)]),
            ),
          },
        ];
      }),
    );
  });
}

async function entitiesOf(url: string): Promise<EntityMetadata[]> {
  const files = sourceFiles('src').filter(({ path }) => path.endsWith('.entity.ts'));
  const modules = await Promise.all(
    files.map(({ path }) => import(join(__dirname, '../../../..', path)) as Promise<object>),
  );
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities: modules.flatMap((exported) => Object.values(exported) as (new () => object)[]),
  });
  await dataSource.initialize();
  await dataSource.destroy();
  return dataSource.entityMetadatas;
}

function shapeOf(entity: EntityMetadata): TableShape {
  return {
    columns: Object.fromEntries(
      entity.columns.map((column) => [column.databaseName, written(rowOf(column))]),
    ),
    primaryKey: entity.primaryColumns.map(({ databaseName }) => databaseName),
    indexes: Object.fromEntries(
      entity.indices.map(({ name, isUnique, columns }) => [
        name,
        writtenIndex({ isUnique, columns: columns.map(({ databaseName }) => databaseName) }),
      ]),
    ),
  };
}

interface ColumnRow {
  name: string;
  type: string;
  collation: string | null;
  isNullable: boolean;
  default: string | null;
  isIdentity: boolean;
}

interface IndexRow {
  table: string;
  name: string;
  isUnique: boolean;
  isPrimary: boolean;
  columns: string[];
}

function rowOf(column: ColumnMetadata): ColumnRow {
  const precision = typeof column.precision !== 'number' ? '' : `(${column.precision})`;
  const type =
    column.type === 'timestamptz'
      ? `timestamp${precision} with time zone`
      : `${String(column.type)}${precision}`;
  return {
    name: column.databaseName,
    type: column.isArray ? `${type}[]` : type,
    collation: column.collation ?? null,
    isNullable: column.isNullable,
    default: defaultOf(column),
    isIdentity: column.generatedIdentity !== undefined,
  };
}

function defaultOf({ asExpression, default: value }: ColumnMetadata): string | null {
  if (asExpression !== undefined) return `generated ${asExpression}`;
  if (value === undefined) return null;
  if (typeof value === 'function') return `default ${String((value as () => unknown)())}`;
  return `default ${typeof value === 'string' ? `'${value}'::text` : String(value)}`;
}

/** A column as one line, which says in a failure what differs. */
function written(row: ColumnRow): string {
  return [
    row.type,
    ...(row.collation === null ? [] : [`collate ${row.collation}`]),
    row.isNullable ? 'null' : 'not null',
    ...(row.isIdentity ? ['identity'] : []),
    ...(row.default === null ? [] : [row.default.replaceAll(/\s+/g, ' ')]),
  ].join(' ');
}

function writtenIndex({ isUnique, columns }: Pick<IndexRow, 'isUnique' | 'columns'>): string {
  return `${isUnique ? 'unique ' : ''}(${columns.join(', ')})`;
}
