import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../unreadable-file';

export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Parts of workbooks nest a few elements; thousands would exhaust memory (denial of service). */
const MAX_DEPTH = 100;

/**
 * Reports the elements of a workbook's part to a listener, names without their prefixes. A document type is
 * rejected: entities that it declares could grow without bound or name files.
 */
export async function readXml(chunks: AsyncIterable<string>, listener: XmlListener): Promise<void> {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('doctype', () => {
    throw new UnreadableFile('The workbook declares a document type');
  });
  parser.on('error', () => {
    throw new UnreadableFile(
      `The workbook is damaged: line ${parser.line}, column ${parser.column} of its XML`,
    );
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new UnreadableFile('The workbook is nested too deeply');
    listener.open?.(localName(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    listener.close?.(localName(name));
  });
  const forward = (text: string) => listener.text?.(text);
  parser.on('text', forward);
  parser.on('cdata', forward);
  let isEmpty = true;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    isEmpty = false;
    parser.write(chunk);
  }
  if (!isEmpty) parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
