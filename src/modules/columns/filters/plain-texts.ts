import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnFacts } from '../../hierarchy';
import { textOf, withoutMarkup } from './cell-sql';
import type { AddParameter } from './predicate';

/** Taking the markup out of a text is most of what a filter can cost. */
const MAX_MARKUP_COLUMNS = 5;

/** The columns of rich text that a filter reads without markup: each is made once for a row, however often it is asked. */
export class PlainTexts {
  private readonly columns: ColumnFacts[] = [];

  /** `path`: of the condition, for the refusal of one column too many. */
  add(column: ColumnFacts, path: string): void {
    if (this.columns.includes(column)) return;
    if (this.columns.length === MAX_MARKUP_COLUMNS) {
      const reason = `A filter reads at most ${MAX_MARKUP_COLUMNS} columns of long text`;
      throw InvalidInput.at(`${path}.columnId`, reason);
    }
    this.columns.push(column);
  }

  /** The text of a column that was added, in lower case, as SQL. */
  textOf(column: ColumnFacts): string {
    return `item.plain_text_${this.columns.indexOf(column)}`;
  }

  /** What a row needs for these to be there. */
  selected(add: AddParameter): string[] {
    return this.columns.map(
      (column, at) => `lower(${withoutMarkup(textOf(column)(add))}) as plain_text_${at}`,
    );
  }
}
