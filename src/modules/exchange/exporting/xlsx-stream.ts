import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from '../../columns';
import { SHEET_END, SHEET_START, sheetPart, workbookParts } from './xlsx-parts';
import { xlsxRow } from './xlsx-row';

/** The maximum number of rows of a sheet, including its header; the next row begins another sheet. */
const SHEET_ROWS_MAX = 1_048_576;

/**
 * A board's rows as a workbook, compressed while they are read. The parts that name the sheets are last, when
 * their number is known.
 */
export function xlsxStream(
  header: readonly string[],
  batches: AsyncGenerator<Iterable<(Cell | null)[]>>,
  sheetRows = SHEET_ROWS_MAX,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const headerRow = xlsxRow(
    header.map((text) => ({ as: 'text', text })),
    1,
  );
  let left: Iterator<(Cell | null)[]> = [][Symbol.iterator]();
  let isEnded = false;

  async function* sheet(): AsyncGenerator<string> {
    yield SHEET_START + headerRow;
    let number = 1;
    while (number < sheetRows) {
      let chunk = '';
      let row = left.next();
      for (; row.done !== true; row = left.next()) {
        chunk += xlsxRow(row.value, (number += 1));
        if (number >= sheetRows) break;
      }
      yield chunk;
      if (row.done !== true) break;
      const next = await batches.next();
      isEnded = next.done === true;
      if (next.done) break;
      left = next.value[Symbol.iterator]();
    }
    yield SHEET_END;
  }

  function addSheet(number: number): void {
    zip.addReadStreamLazy(sheetPart(number), {}, (give) => {
      const stream = Readable.from(sheet());
      stream.once('error', (error) => output.destroy(error));
      stream.once('end', () => {
        if (!isEnded) return addSheet(number + 1);
        for (const [name, text] of Object.entries(workbookParts(number)))
          zip.addBuffer(Buffer.from(text), name);
        zip.end();
      });
      give(null, stream);
    });
  }

  zip.on('error', (error) => output.destroy(error as Error));
  pipeline(zip.outputStream, output, () => {
    // A client that disconnects ends the reading too.
    void batches.return(undefined);
  });
  addSheet(1);
  return output;
}
