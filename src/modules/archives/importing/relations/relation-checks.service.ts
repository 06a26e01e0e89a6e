import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../../platform/database/transaction';
import { recordsPart } from '../../archive-manifest';
import { ArchiveProblem } from '../../reading/archive-problem';
import type { ArchivedTable } from '../../writing/archived-tables';
import { ArchiveRelationsRepository, RELATIONS } from './archive-relations.repository';
import { DependencyGraph } from './dependency-graph';

type Tx = InTransaction<TenantContext>;

/**
 * Checks what needs the records of whole tables, in the database: nothing is collected in memory but the dependencies of one column
 * at a time.
 */
@Injectable()
export class RelationChecksService {
  constructor(private readonly relations: ArchiveRelationsRepository) {}

  /** After the items without a parent were inserted. */
  async checkParents(tx: Tx): Promise<void> {
    const id = await this.relations.withWrongParent(tx);
    if (id !== null)
      reject(
        'items',
        id,
        'parent_id: Must be an item without a parent, on the same board and in the same group',
      );
  }

  /** After all items were inserted, and before the rows of their index. */
  async checkUniqueValues(tx: Tx): Promise<void> {
    const repeated = await this.relations.withRepeatedValue(tx);
    if (repeated === null) return;
    const { id, columnId } = repeated;
    reject('items', id, `values.${columnId}: Another item has this value, and the column is unique`);
  }

  /** After all records were inserted. */
  async checkAll(tx: Tx): Promise<void> {
    for (const relation of RELATIONS) {
      const id = await this.relations.violation(tx, relation);
      if (id !== null) reject(relation.table, id, `${relation.column}: ${relation.rule}`);
    }
    await this.checkDependencies(tx);
  }

  private async checkDependencies(tx: Tx): Promise<void> {
    let columnId = '';
    let graph = new DependencyGraph();
    const end = async () => {
      const item = graph.circular();
      if (item === null) return;
      const id = await this.relations.itemOf(tx, item);
      reject(
        'items',
        id,
        `values.${columnId}: An item cannot depend on itself, directly or through other items`,
      );
    };
    for await (const dependency of this.relations.dependencies(tx)) {
      if (dependency.columnId !== columnId) {
        await end();
        columnId = dependency.columnId;
        graph = new DependencyGraph();
      }
      graph.add(dependency.item, dependency.before);
    }
    await end();
  }
}

function reject(table: ArchivedTable, id: string, problem: string): never {
  throw new ArchiveProblem(
    `${recordsPart(table)} has ${id} with a value that no call has written: ${problem}`,
  );
}
