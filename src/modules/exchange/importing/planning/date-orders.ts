import { InvalidInput } from '../../../../kernel/app-error';
import type { CellFormat } from '../../../../column-types/cells/cell-format';
import { DEFAULT_CELL_FORMAT } from '../../../../column-types/cells/cell-format';
import { dateEvidenceOf, type FileColumn } from '../../../../column-types/cells/guess-type';
import type { PlannedDates } from '../import-plan';

type Order = CellFormat['dateOrder'];

export interface DateOrderOptions {
  given: Order | undefined;
  /** That of the organization's date format; null if it has the year first. */
  organizations: () => Promise<Order | null>;
  /** Whether dates that nothing decides are rejected; otherwise the month comes first. */
  isStrict: boolean;
}

/**
 * The order of day and month in columns of dates: given, shown by a number above 12 in the column, or else in another column of
 * the file, or that of the organization.
 */
export async function dateOrders(
  columns: readonly FileColumn[],
  { given, organizations, isStrict }: DateOrderOptions,
): Promise<{ orders: Map<FileColumn, Order>; dates: PlannedDates | null }> {
  const orders = new Map<FileColumn, Order>();
  const ambiguous: { column: FileColumn; text: string }[] = [];
  const shown = new Set<Order>();
  const dependent: string[] = [];
  for (const column of columns) {
    const evidence = dateEvidenceOf(column);
    if (evidence === null) continue;
    dependent.push(column.header);
    if ('ambiguous' in evidence) ambiguous.push({ column, text: evidence.ambiguous });
    else {
      shown.add(evidence.order);
      orders.set(column, evidence.order);
    }
  }
  if (given !== undefined) {
    for (const column of columns) orders.set(column, given);
    return {
      orders,
      dates: dependent.length === 0 ? null : { order: given, from: 'input', columns: dependent },
    };
  }
  if (dependent.length === 0) return { orders, dates: null };
  const [only] = shown;
  if (ambiguous.length === 0 || (shown.size === 1 && only !== undefined)) {
    for (const { column } of ambiguous) orders.set(column, only!);
    return { orders, dates: { order: only!, from: 'file', columns: dependent } };
  }
  const own = await organizations();
  const { column, text } = ambiguous[0]!;
  if (own === null && isStrict)
    throw InvalidInput.at(
      'dateOrder',
      `Must be dmy or mdy: "${text}" in the column "${column.header}" can be read both ways`,
    );
  const order = own ?? DEFAULT_CELL_FORMAT.dateOrder;
  for (const each of ambiguous) orders.set(each.column, order);
  const headers = ambiguous.map((each) => each.column.header);
  return { orders, dates: { order, from: own === null ? 'default' : 'organization', columns: headers } };
}

/** The order in a date format of an organization, such as DD/MM/YYYY; null if the year comes first or the month is a name. */
export function orderOfFormat(format: string): Order | null {
  const [year, month, day] = ['Y', 'M', 'D'].map((part) => format.indexOf(part));
  if (format.includes('MMM') || year! < Math.min(month!, day!)) return null;
  return day! < month! ? 'dmy' : 'mdy';
}
