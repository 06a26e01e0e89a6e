import { moduleOf, type SourceFile, type Violation } from '../source-file';
import { FUNCTION_WRITES, READS, WRITES } from './table-access';
import { tableUsesOf } from './table-uses';

/** Who owns each table: the module, or the layer, whose folder has the entity. */
export function tableOwners(files: readonly SourceFile[]): Map<string, string> {
  return new Map(
    files.flatMap(({ path, text }) => {
      const table = /@Entity\('(\w+)'\)/.exec(text)?.[1];
      return table === undefined ? [] : [[table, ownerOf(path)] as const];
    }),
  );
}

/** A value that one module writes although another owns the row. */
const OWNED_COLUMNS: Readonly<Record<string, string>> = { 'items.values': 'stored-values' };

/** A table is written by its owner only, and read by its owner, by hierarchy and by the files listed in table-access.ts. */
export function tableOwnership(files: readonly SourceFile[]): Violation[] {
  const owners = tableOwners(files);
  return files.flatMap((file) => {
    const own = ownerOf(file.path);
    return tableUsesOf(file).flatMap(({ table, verb, columns }) => {
      const owner = owners.get(table);
      if (owner === undefined) return [];
      const violation = (message: string) => [{ path: file.path, message }];
      if (verb === 'read') {
        return owner === own || own === 'hierarchy' || mayRead(file.path, table)
          ? []
          : violation(`reads ${table} of ${owner}: ask hierarchy, or list the read with a reason`);
      }
      const foreign = columns.find((column) => (OWNED_COLUMNS[`${table}.${column}`] ?? own) !== own);
      if (foreign !== undefined)
        return violation(`writes ${table}.${foreign}: call the service of its owner`);
      return owner === own || mayWrite(own, { table, verb, columns })
        ? []
        : violation(`writes ${table} (${verb}) of ${owner}: call a service of ${owner}`);
    });
  });
}

/** A database function belongs to the module of the table that its name begins with, and writes the tables of that module. */
export function functionOwnership(files: readonly SourceFile[]): Violation[] {
  const owners = tableOwners(files);
  return files
    .filter(({ path }) => path.startsWith('migrations/functions/'))
    .flatMap((file) => {
      const owner = ownerOfFunction(/(\w+)\.sql$/.exec(file.path)![1]!, owners);
      return tableUsesOf(file)
        .filter(({ verb, table }) => verb !== 'read' && (owners.get(table) ?? owner) !== owner)
        .filter(({ table }) => FUNCTION_WRITES[owner ?? '']?.[table] === undefined)
        .map(({ table, verb }) => ({
          path: file.path,
          message: `writes ${table} (${verb}) of ${owners.get(table)}: call a function of it`,
        }));
    });
}

/** Of item_values_add: the owner of item_values, not of items. */
function ownerOfFunction(name: string, owners: ReadonlyMap<string, string>): string | undefined {
  const tables = [...owners.keys()].filter((table) =>
    [table, table.replace(/s$/, '')].some((noun) => name.startsWith(`${noun}_`)),
  );
  return owners.get(tables.toSorted((a, b) => b.length - a.length)[0] ?? '');
}

/** Every read and every write on the lists exists: what was moved or deleted leaves them. */
export function listedTableAccess(files: readonly SourceFile[]): Violation[] {
  const uses = files.flatMap((file) => tableUsesOf(file).map((use) => ({ ...use, path: file.path })));
  const reads = READS.flatMap(({ module, files: names, tables }) =>
    names.flatMap((name) =>
      uses.some(
        ({ path, verb, table }) =>
          verb === 'read' && ownerOf(path) === module && path.endsWith(`/${name}`) && tables.includes(table),
      )
        ? []
        : [{ path: `${module}: ${name}`, message: `reads none of ${tables.join(', ')}` }],
    ),
  );
  const writes = WRITES.filter(
    ({ module, table }) =>
      !uses.some((use) => use.verb !== 'read' && ownerOf(use.path) === module && use.table === table),
  ).map(({ module, table }) => ({ path: module, message: `does not write ${table}` }));
  return [...reads, ...writes];
}

function ownerOf(path: string): string {
  return moduleOf(path) ?? path.split('/')[1] ?? path;
}

function mayRead(path: string, table: string): boolean {
  const own = ownerOf(path);
  return READS.some(
    ({ module, files, tables }) =>
      module === own && tables.includes(table) && files.some((name) => path.endsWith(`/${name}`)),
  );
}

function mayWrite(
  own: string,
  { table, verb, columns }: { table: string; verb: string; columns: readonly string[] },
): boolean {
  return WRITES.some(
    (write) =>
      write.module === own &&
      write.table === table &&
      write.verb === verb &&
      columns.every((column) => write.columns.includes(column)),
  );
}
