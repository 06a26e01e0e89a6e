import { InvalidValue } from '../column-type';
import { plainDecimal } from '../values/plain-decimal';
import { quoted } from '../values/quoted';
import type { CellFormat } from './cell-format';

const POINTED = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const COMMAED = /^[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
/** Currency signs and spaces of any width do not change the number. */
const DECORATION = /[\s\u00a0\u202f\p{Sc}%]/gu;
/** Longer numbers are parsed only in the format of exports. */
const NUMBER_MAX_LENGTH = 60;

/** Finds the decimal mark with which every text is a number. */
export class DecimalMarks {
  private isPointed = true;
  private isCommaed = true;

  add(text: string): void {
    if (!this.isPossible) return;
    // Codes such as 007, and numbers that a double would round, are text.
    const isCode = /^[-+]?0\d/.test(text) || /\d{16}/.test(text);
    this.isPointed &&= !isCode && POINTED.test(text);
    this.isCommaed &&= !isCode && COMMAED.test(text);
  }

  get isPossible(): boolean {
    return this.isPointed || this.isCommaed;
  }

  /** Undefined if there is none. */
  get mark(): CellFormat['decimalMark'] | undefined {
    if (this.isPointed) return '.';
    return this.isCommaed ? ',' : undefined;
  }
}

/** The number in a cell, without its currency or percent sign. */
export function readNumber(text: string, { decimalMark }: CellFormat): number {
  if (text.length > NUMBER_MAX_LENGTH && text === plainDecimal(Number(text))) return Number(text);
  const plain = text.length > NUMBER_MAX_LENGTH ? '' : text.replace(DECORATION, '');
  const matches = (decimalMark === ',' ? COMMAED : POINTED).test(plain);
  if (!matches) throw new InvalidValue(`${quoted(text)} is not a number`);
  return Number(
    decimalMark === ',' ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', ''),
  );
}
