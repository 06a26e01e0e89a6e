import { Injectable } from '@nestjs/common';
import type { ColumnTypeName } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import type { ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import {
  type ItemRef,
  type KeyColumn,
  type LockedCell,
  type NextPart,
  UniqueKeysService,
} from '../../stored-values';
import { retriedIfTaken } from '../values/unique-values.service';
import type { ItemPair } from './column-change';

type Tx = InTransaction<TenantContext>;

/** A column whose type has keys. */
export type FilledColumn = KeyColumn & { type: ColumnTypeName };

export interface FilledPart {
  items: number;
  after: string;
  isLast: boolean;
  /** Items with the same value; the second one has no key. */
  pairs: ItemPair[];
}

/** Adds the keys of values that were written before writers of the column added them. */
@Injectable()
export class UniqueKeyFillsService {
  constructor(private readonly keys: UniqueKeysService) {}

  /** The next items of the board, also those in Trash. */
  async fillNext(tx: Tx, column: FilledColumn, part: NextPart): Promise<FilledPart> {
    const cells = await this.keys.lockNext(tx, column, part);
    const pairs = await this.fill(tx, column, cells);
    const after = cells.at(-1)?.id ?? part.after;
    return { items: cells.length, after, isLast: cells.length < part.limit, pairs };
  }

  /** Items that had the value of another item, whose values can have changed since. */
  async fillAgain(tx: Tx, column: FilledColumn, ids: readonly ItemId[]): Promise<ItemPair[]> {
    return ids.length === 0 ? [] : this.fill(tx, column, await this.keys.lockItems(tx, column, ids));
  }

  private async fill(tx: Tx, column: FilledColumn, cells: readonly LockedCell[]): Promise<ItemPair[]> {
    const { uniqueKey } = columnTypes[column.type];
    const keyed = cells.flatMap(({ id, value, isTrashed }) => {
      const ref = value === null ? null : uniqueKey!(value);
      return ref === null ? [] : [{ id, ref, isTrashed }];
    });
    if (keyed.length === 0) return [];
    const refs = keyed.map(({ ref }) => ref);
    const holders = await this.keys.holders(tx, column, refs);
    const pairs: ItemPair[] = [];
    const added: ItemRef[] = [];
    for (const { id, ref, isTrashed } of keyed) {
      const holder = holders.get(ref);
      if (!isTrashed && holder !== undefined && holder !== id) {
        pairs.push([holder, id]);
        continue;
      }
      if (!isTrashed) holders.set(ref, id);
      added.push({ id, ref });
    }
    await retriedIfTaken(this.keys.add(tx, column, added));
    return pairs;
  }
}
