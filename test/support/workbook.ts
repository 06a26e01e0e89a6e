import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A workbook of parts as given, packed; what is left out is as a program would write it. */
export async function aWorkbook(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries({ ...FRAME, ...parts })) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A sheet with these rows, each the inside of a `row` element. */
export function sheetOf(...rows: string[]): string {
  const inner = rows.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('');
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${inner}</sheetData></worksheet>`;
}

export const SHEET = 'xl/worksheets/sheet1.xml';

const FRAME = {
  'xl/workbook.xml':
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId7" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
};
