import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import {
  LookupDependentsService,
  MissingNumbersService,
  UniqueValuesService,
  ValueDependentsService,
} from '../../columns';
import type { BoardFacts } from '../../hierarchy';

/** Updates values that depend on the state of items: their own numbers and results, and lookups of other items. */
@Injectable()
export class StateDependentsService {
  constructor(
    private readonly numbers: MissingNumbersService,
    private readonly values: ValueDependentsService,
    private readonly lookups: LookupDependentsService,
    private readonly uniques: UniqueValuesService,
  ) {}

  /** CONFLICT when another item has a value of a unique column of one of these items, which are in Trash. */
  assertRestorable(tx: InTransaction<CallContext>, board: BoardFacts, ids: readonly ItemId[]): Promise<void> {
    return this.uniques.assertRestorable(tx, board, ids);
  }

  /** Of families of items in Trash, those of which assertRestorable would reject one, or one together with an earlier family. */
  notRestorable<Family extends readonly ItemId[]>(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    families: readonly Family[],
  ): Promise<Set<Family>> {
    return this.uniques.notRestorable(tx, board, families);
  }

  async follow(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    ids: readonly ItemId[],
    { isRestored }: { isRestored: boolean },
  ): Promise<void> {
    const numbered = isRestored ? await this.numbers.assign(tx, board, ids) : [];
    await this.values.follow(tx, board, ids, numbered);
    await this.lookups.followAll(tx, board, ids);
  }
}
