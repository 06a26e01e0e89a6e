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

/** The meaning of each cell style, by its number, from the styles part. */
export async function readFormats(chunks: AsyncIterable<string>): Promise<NumberMeaning[]> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let isCellStyle = false;
  await readXml(chunks, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) styles.push(Number(attributes['numFmtId'] ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles.map((id) => meaningOf(id, codes.get(id)));
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
