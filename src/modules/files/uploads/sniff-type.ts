import { fileTypeFromBuffer } from 'file-type';

/** The bytes from which the type is read. */
export const SNIFFED_BYTES = 64 * 1024;

const UNKNOWN = 'application/octet-stream';
const PLAIN_TEXT = 'text/plain';

/** Texts have no signature. The name chooses only among types of text. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  vcf: 'text/vcard',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** Bytes that texts do not contain. */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/;

/** The media type that the beginning of a file shows, whatever type the client sent. */
export async function sniffType(head: Buffer, name: string): Promise<string> {
  const signed = await fileTypeFromBuffer(head);
  // An XML declaration is no signature of one format.
  if (signed !== undefined && signed.mime !== 'application/xml') return signed.mime;
  if (!isText(head)) return UNKNOWN;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (Object.hasOwn(TEXT_TYPES, extension) ? TEXT_TYPES[extension] : undefined) ?? PLAIN_TEXT;
}

function isText(head: Buffer): boolean {
  try {
    // The head may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !BINARY.test(text);
  } catch {
    return false;
  }
}
