import type { CellColor } from '../row-sink';
import { readXml } from './xml-elements';

/** How a number format shows a number. */
export type NumberMeaning = 'number' | 'percent' | 'date';

/** Formats that every spreadsheet knows by number. */
const DATE_IDS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const PERCENT_IDS = new Set([9, 10]);
/** Dates of East Asian calendars, from and to. */
const LOCAL_DATE_IDS = [
  [27, 36],
  [50, 58],
] as const;

/** A cell style: the meaning of its numbers, and its colors. */
export interface CellStyle {
  meaning: NumberMeaning;
  color: CellColor | undefined;
}

/** Each cell style, by its number, from the styles part. */
export async function readStyles(chunks: AsyncIterable<string>): Promise<CellStyle[]> {
  const codes = new Map<number, string>();
  const styles: { format: number; fill: number; font: number }[] = [];
  const fills: (string | undefined)[] = [];
  const fonts: (string | undefined)[] = [];
  const inside = { cellXfs: false, fills: false, fonts: false };
  const isPart = (name: string): name is keyof typeof inside => name in inside;
  await readXml(chunks, {
    open: (name, attributes) => {
      if (isPart(name)) inside[name] = true;
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'fill' && inside.fills) fills.push(undefined);
      if (name === 'fgColor' && inside.fills) fills[fills.length - 1] = colorOf(attributes['rgb']);
      if (name === 'font' && inside.fonts) fonts.push(undefined);
      if (name === 'color' && inside.fonts) fonts[fonts.length - 1] = colorOf(attributes['rgb']);
      if (name === 'xf' && inside.cellXfs)
        styles.push({
          format: Number(attributes['numFmtId'] ?? 0),
          fill: Number(attributes['fillId'] ?? 0),
          font: Number(attributes['fontId'] ?? 0),
        });
    },
    close: (name) => {
      if (isPart(name)) inside[name] = false;
    },
  });
  return styles.map(({ format, fill, font }) => ({
    meaning: meaningOf(format, codes.get(format)),
    color: cellColor(fills[fill], fonts[font]),
  }));
}

function cellColor(fill: string | undefined, font: string | undefined): CellColor | undefined {
  if (fill === undefined && font === undefined) return undefined;
  return { ...(fill === undefined ? {} : { fill }), ...(font === undefined ? {} : { font }) };
}

/** Black and white are no choice of anyone. Colors of themes are not resolved. */
function colorOf(argb: string | undefined): string | undefined {
  const rgb = /^(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(argb ?? '')?.[1]?.toUpperCase();
  return rgb === undefined || rgb === '000000' || rgb === 'FFFFFF' ? undefined : `#${rgb}`;
}

function meaningOf(id: number, code: string | undefined): NumberMeaning {
  if (code === undefined) {
    if (PERCENT_IDS.has(id)) return 'percent';
    const isLocalDate = LOCAL_DATE_IDS.some(([first, last]) => id >= first && id <= last);
    return DATE_IDS.has(id) || isLocalDate ? 'date' : 'number';
  }
  // Quoted words, escaped characters, and colors and conditions in brackets are not part of the format itself.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/[dmyhs]/i.test(bare) && !/general/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}
