import { plainDecimal } from '../../../../column-types/values/plain-decimal';
import type { CellStyle } from './xlsx-formats';
import { xlsxText } from './xlsx-text';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of the two calendars of workbooks. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465;

/** A cell as the sheet stores it. */
export interface RawCell {
  type: string;
  style: number;
  value: string;
}

/** The shared texts and formats of a workbook. */
export interface CellTexts {
  sharedStrings: readonly string[];
  styles: readonly CellStyle[];
  isFrom1904: boolean;
}

/** The text of a cell as a user would write it into a file: dates in ISO, numbers plain. */
export function cellText({ type, style, value }: RawCell, texts: CellTexts): string {
  if (type === 's') return texts.sharedStrings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n') return xlsxText(value);
  if (value === '') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const meaning = texts.styles[style]?.meaning ?? 'number';
  if (meaning === 'percent') return `${plainDecimal(Number((number * 100).toPrecision(15)))}%`;
  if (meaning === 'date' && number >= 0 && number < LAST_DAY + 1) return dateText(number, texts.isFrom1904);
  return plainDecimal(number);
}

function dateText(days: number, isFrom1904: boolean): string {
  const ms = Math.round(days * DAY_MS);
  const iso = new Date((isFrom1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + ms).toISOString();
  const time = iso.slice('YYYY-MM-DDT'.length, ms % 1000 === 0 ? -'.000Z'.length : -1);
  // A number below one is a time without a day, or a duration.
  if (days < 1 && days > 0) return time;
  return ms % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}Z`;
}
