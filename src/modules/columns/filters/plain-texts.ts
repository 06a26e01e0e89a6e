import { InvalidInput } from '../../../kernel/app-error';
import { foldCaseSql } from '../../../kernel/fold-case';
import type { ColumnFacts } from '../../hierarchy';
import { textOf, withoutMarkup } from './cell-sql';
import type { AddParameter } from './predicate';

/** Removing the markup of a text is the largest cost of a filter. */
const MAX_MARKUP_COLUMNS = 5;

/**
 * The rich text columns that a filter reads without markup: each is converted once per row, for any number of
 * conditions.
 */
export class PlainTexts {
  private readonly columns: ColumnFacts[] = [];

  /** `path`: of the condition, for the error when there is one column too many. */
  add(column: ColumnFacts, path: string): void {
    if (this.columns.includes(column)) return;
    if (this.columns.length === MAX_MARKUP_COLUMNS) {
      const reason = `A filter can read at most ${MAX_MARKUP_COLUMNS} long text columns`;
      throw InvalidInput.at(`${path}.columnId`, reason);
    }
    this.columns.push(column);
  }

  /** The text of an added column, as it is compared without case, as SQL. */
  textOf(column: ColumnFacts): string {
    return `item.plain_text_${this.columns.indexOf(column)}`;
  }

  /** The SQL that adds these texts to a row. */
  selected(add: AddParameter): string[] {
    return this.columns.map(
      (column, at) => `${foldCaseSql(withoutMarkup(textOf(column)(add)))} as plain_text_${at}`,
    );
  }
}
