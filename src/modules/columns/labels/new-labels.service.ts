import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { LABEL_NAME_MAX_LENGTH } from '../../../column-types/configs/labels';
import { type BoardFacts, type ColumnFacts, HierarchyService, type Seen } from '../../hierarchy';
import { ColumnPublisherService } from '../column-publisher.service';
import { columnsEvents } from '../columns.events';
import { createLabels } from '../columns.policy';
import { ColumnsRepository } from '../columns.repository';
import { typeOf } from '../computed/computed-columns';
import { ColumnStructureService } from '../settings/column-structure.service';
import { ConfigChangesService } from '../settings/config-changes.service';
import { tooManyLabels } from './label-edits';
import { type GivenValue, type MissingLabel, missingLabels } from './missing-labels';

/** Creates the labels that values name and their columns lack (`createLabels`, decision 0129). */
@Injectable()
export class NewLabelsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly structure: ColumnStructureService,
    private readonly configs: ConfigChangesService,
    private readonly columns: ColumnsRepository,
    private readonly publisher: ColumnPublisherService,
  ) {}

  /**
   * Returns the board with all labels that the values name. Each column changes once. Call before anything of the board is
   * locked. FORBIDDEN only if a label is missing and the caller cannot create it.
   */
  async create(
    tx: InTransaction<CallContext>,
    { facts, access }: Seen<BoardFacts>,
    values: readonly GivenValue[],
  ): Promise<BoardFacts> {
    if (missingLabels(facts, values).size === 0) return facts;
    authorize(createLabels, tx.principal, { access });
    return this.structure.changeBoard(tx, facts.id, async (_tx, board) => {
      // Read after the wait for the lock: another call can have created the same labels.
      const missing = missingLabels(board, values);
      if (missing.size === 0) return board;
      for (const [columnId, labels] of missing) {
        const column = board.columnsById.get(columnId)!;
        const patch = await this.configs.patch(tx, board, column, { config: withLabels(column, labels) });
        // No value has these labels, so nothing that is computed from the column changes.
        await this.columns.update(tx, columnId, patch);
      }
      await this.publisher.publishAll(tx, board.id, [...missing.keys()], columnsEvents.updated);
      return (await this.hierarchy.board(tx, board.id)).facts;
    });
  }
}

/** The input of a config with more labels, in the order in which the values name them. */
function withLabels(column: ColumnFacts, labels: readonly MissingLabel[]): unknown {
  const list = typeOf(column).labelList!;
  const known = list.entries(column.config).map(({ id }) => ({ id }));
  const long = labels.find(({ name }) => name.length > LABEL_NAME_MAX_LENGTH);
  if (long !== undefined) {
    const limit = `A new label can have at most ${LABEL_NAME_MAX_LENGTH} characters`;
    throw InvalidInput.at(long.path, `${column.name}: ${limit}`);
  }
  const tooMany = labels[list.maxEntries - known.length];
  if (tooMany !== undefined) throw InvalidInput.at(tooMany.path, `${column.name}: ${tooManyLabels(list)}`);
  return { [list.key]: [...known, ...labels.map(({ name }) => ({ name }))].map(list.written) };
}
