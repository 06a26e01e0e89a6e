import type { Cell } from '../../columns';
import { guarded } from './formula-guard';
import { DAY_STYLE, MILLISECOND_STYLE, TIME_STYLE } from './xlsx-parts';

/** The maximum length of a cell of a workbook. */
const TEXT_MAX = 32_767;
const DAY_MS = 24 * 60 * 60 * 1000;
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Workbooks treat 1900 as a leap year: before this day their calendar differs. */
const FIRST_DAY_MS = Date.UTC(1900, 2, 1);

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** The beginning of what workbooks take for the number of a character. */
const NUMBERED = /_(?=x[0-9a-f]{4}_)/gi;
/** Characters that XML cannot contain, not even escaped. */
const NO_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Characters that a cell may not contain as they are; most texts have none of them. */
// oxlint-disable-next-line no-control-regex
const TO_SPELL = /[&<>_\0-\x1f\x7f-\x9f\ufffe\uffff]/;

/** One row of a sheet; `number` counts from 1. */
export function xlsxRow(cells: readonly (Cell | null)[], number: number): string {
  let row = `<row r="${number}">`;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at]!;
    if (cell !== null) row += xlsxCell(cell, `${columnLetters(at)}${number}`);
  }
  return `${row}</row>`;
}

function xlsxCell(cell: Cell, at: string): string {
  if (cell.as === 'number') return `<c r="${at}"><v>${cell.number}</v></c>`;
  if (cell.as === 'boolean') return `<c r="${at}" t="b"><v>${cell.boolean ? 1 : 0}</v></c>`;
  if (cell.as === 'instant') {
    const ms = Date.parse(cell.instant);
    if (ms >= FIRST_DAY_MS) return `<c r="${at}" s="${styleOf(ms)}"><v>${(ms - EPOCH_MS) / DAY_MS}</v></c>`;
  }
  const text = guarded(cell.text).slice(0, TEXT_MAX).toWellFormed();
  if (!TO_SPELL.test(text)) return textCell(at, text);
  // XML parsers read a return as a line feed.
  const spelled = text.replace(NUMBERED, '_x005F_').replaceAll('\r', '_x000D_');
  const safe = spelled.replace(NO_XML, '').replace(/[&<>]/g, (character) => ESCAPED[character]!);
  return textCell(at, safe);
}

function textCell(at: string, safe: string): string {
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${safe}</t></is></c>`;
}

function styleOf(ms: number): number {
  if (ms % DAY_MS === 0) return DAY_STYLE;
  return ms % 1000 === 0 ? TIME_STYLE : MILLISECOND_STYLE;
}

const letters: string[] = [];

/** A, B, … Z, AA, … of a column's index. */
function columnLetters(index: number): string {
  for (let at = letters.length; at <= index; at += 1) {
    const last = String.fromCharCode(65 + (at % 26));
    letters.push(at < 26 ? last : letters[Math.floor(at / 26) - 1]! + last);
  }
  return letters[index]!;
}
