import type { BoardFacts } from '../../hierarchy';
import type { ImportPreview } from '../imports.schemas';
import { missingGroups } from './planning/group-names';
import type { ImportPlan } from './import-plan';
import type { ReadItem } from './rows/rows-to-import';

const ROWS_SHOWN = 10;
const CELL_MAX = 200;
const GROUPS_SHOWN = 100;

/** Collects what an import would do. */
export class ImportPreviewBuilder {
  private items = 0;
  private subItems = 0;
  private existing = 0;
  private readonly rows: ImportPreview['rows'] = [];

  constructor(private readonly plan: ImportPlan) {}

  add(items: readonly ReadItem[]): void {
    for (const item of items) {
      if (item.isUpdate) this.existing += 1;
      else if (item.parentId === null) this.items += 1;
      else this.subItems += 1;
      if (this.rows.length < ROWS_SHOWN) this.rows.push(this.rowOf(item));
    }
  }

  preview(board: BoardFacts | null, groups: readonly string[]): ImportPreview {
    const { items, subItems, existing, rows } = this;
    const newGroups = missingGroups(board, groups).slice(0, GROUPS_SHOWN);
    return { items, subItems, existing, newGroups, rows };
  }

  private rowOf({ line, name, group, parentId, isUpdate, cells }: ReadItem): ImportPreview['rows'][number] {
    const { headers, targets } = this.plan;
    const shown = headers.flatMap((header, index) => {
      const text = cells[index] ?? '';
      const isValue = targets[index]!.to === 'column' || targets[index]!.to === 'newColumn';
      return isValue && text !== '' ? [[header, text.slice(0, CELL_MAX).toWellFormed()] as const] : [];
    });
    const isSubItem = parentId !== null;
    return { row: line, name, group, isSubItem, exists: isUpdate, cells: Object.fromEntries(shown) };
  }
}
