/** A node of `explain (analyze, format json)`. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Executes a statement and returns every node of its plan. */
export async function executedPlan(
  sql: { query(statement: { text: string; values: unknown[] }): Promise<{ rows: unknown[] }> },
  text: string,
  values: unknown[],
): Promise<PlanNode[]> {
  const { rows } = await sql.query({ text: `explain (analyze, format json) ${text}`, values });
  const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': { Plan: PlanNode }[] }];
  return nodesOf(plans[0]!.Plan);
}

/** The number of rows of a table that a plan has read, whether or not it returned them. */
export function rowsRead(nodes: readonly PlanNode[], table: string): number {
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, rows) => sum + rows, 0);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
