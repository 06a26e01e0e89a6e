import type pg from 'pg';

/** A node of `explain (analyze, format json)`. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Executes a statement and returns every node of its plan. */
export async function executedPlan(
  sql: { query(statement: { text: string; values: unknown[] }): Promise<{ rows: unknown[] }> },
  text: string,
  values: readonly unknown[],
): Promise<PlanNode[]> {
  const { rows } = await sql.query({ text: `explain (analyze, format json) ${text}`, values: [...values] });
  const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': { Plan: PlanNode }[] }];
  return nodesOf(plans[0]!.Plan);
}

/** As `executedPlan`, but with the plan that a connection of the service keeps, which is made for any values. */
export async function executedGenericPlan(
  pool: pg.Pool,
  text: string,
  values: readonly (string | null)[],
): Promise<PlanNode[]> {
  const client = await pool.connect();
  try {
    await client.query(`prepare examined as ${text}`);
    const given = values.map((value) => (value === null ? 'null' : client.escapeLiteral(value)));
    return await executedPlan(client, `execute examined (${given.join()})`, []);
  } finally {
    await client.query('deallocate all');
    client.release();
  }
}

/**
 * Prepares a statement as `examined` on a connection for which tables are empty, as in a new installation, and gives the connection to
 * `work`. PostgreSQL keeps the plan until the tables are analyzed. `start` inserts the first rows before the statement is planned.
 */
export async function plannedForEmptyTable(
  pool: pg.Pool,
  tables: readonly string[],
  {
    text,
    given,
    start,
  }: { text: string; given: readonly string[]; start?: (client: pg.PoolClient) => Promise<unknown> },
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin;
      set local plan_cache_mode = force_generic_plan;
      set local enable_seqscan = off`);
    for (const table of tables)
      await client.query(
        `create temporary table ${table} (like public.${table} including all) on commit drop`,
      );
    await start?.(client);
    await client.query(`prepare examined as ${text}`);
    await client.query(`execute examined (${given.join()})`);
    await work(client);
  } finally {
    await client.query('rollback; deallocate all');
    client.release();
  }
}

/** The nodes that read one of these tables. */
export function scansOf(nodes: readonly PlanNode[], tables: ReadonlySet<string>): PlanNode[] {
  return nodes.filter((node) => tables.has(node['Relation Name'] ?? ''));
}

/** The number of rows that a node has read, whether or not it returned them. */
export function rowsOf(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

/** The number of rows of a table that a plan has read, whether or not it returned them. */
export function rowsRead(nodes: readonly PlanNode[], table: string): number {
  return scansOf(nodes, new Set([table])).reduce((sum, node) => sum + rowsOf(node), 0);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
