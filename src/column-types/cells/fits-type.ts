import { type ColumnTypeName, InvalidValue } from '../column-type';
import { MAX_LABELS } from '../configs/labels';
import type { email } from '../types/text/email';
import { MAX_OPTIONS } from '../types/choice/dropdown';
import { PRIORITIES } from '../types/choice/priority';
import { url } from '../types/text/url';
import { parseInstant } from '../values/parse-instant';
import { readFlag } from './boolean-text';
import { type CellFormat, DATE_ORDERS, DEFAULT_CELL_FORMAT } from './cell-format';
import { isWord } from './choice-config';
import { readDate } from './date-text';
import { splitList } from './list-text';

/** Whether every text can be a cell of a column of the type, with a config made from the texts. */
export function fitsType(type: ColumnTypeName, texts: ReadonlySet<string>): boolean {
  const fits = CELL_CHECKS[type];
  if (type === 'date')
    return DATE_ORDERS.some((order) => [...texts].every((text) => isDateCell(text, order)));
  if (type === 'status' || type === 'dropdown' || type === 'label') {
    const words = new Set(type === 'label' ? [...texts].flatMap(splitList) : texts);
    const most = type === 'dropdown' ? MAX_OPTIONS : MAX_LABELS;
    return words.size <= most && [...words].every(isWord);
  }
  return fits === undefined || [...texts].every(fits);
}

/** Types that do not accept every text. */
const CELL_CHECKS: Partial<Record<ColumnTypeName, (text: string) => boolean>> = {
  checkbox: (text) => accepts(() => readFlag(text)),
  priority: (text) => PRIORITIES.some(({ label }) => label.toLowerCase() === text.toLowerCase()),
  timeline: (text) => {
    const [start, end, ...more] = text.split(' - ');
    return end !== undefined && more.length === 0 && [start!, end].every((each) => isDateCell(each, 'mdy'));
  },
  url: (text) => isValue(url, text),
};

export function isDateCell(text: string, dateOrder: CellFormat['dateOrder']): boolean {
  return accepts(() => parseInstant(readDate(text, { ...DEFAULT_CELL_FORMAT, dateOrder })));
}

export function isValue(type: typeof email, text: string): boolean {
  return accepts(() => type.parseValue(text, {}, { now: '', userId: '', previous: null }));
}

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (rejection) {
    if (rejection instanceof InvalidValue) return false;
    throw rejection;
  }
}
