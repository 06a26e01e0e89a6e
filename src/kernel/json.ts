export type JsonPrimitive = string | number | boolean | null;
export type Json = JsonPrimitive | Json[] | { [key: string]: Json };

/** JSON that is already text (a row that PostgreSQL wrote); the envelope and `objectText` include it unparsed. */
export class JsonText {
  constructor(readonly text: string) {}

  /** For JSON.stringify, which cannot include text. */
  toJSON(): Json {
    return JSON.parse(this.text) as Json;
  }
}

/** What JSON.stringify returns for an object whose fields can be JsonText. */
export function objectText(fields: { readonly [field: string]: unknown }): string {
  let members = '';
  for (const field of Object.keys(fields)) {
    const text = textOf(fields[field]);
    if (text !== undefined) members += `${members === '' ? '' : ','}${stringText(field)}:${text}`;
  }
  return `{${members}}`;
}

function textOf(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text;
  return typeof value === 'string' ? stringText(value) : (JSON.stringify(value) as string | undefined);
}

/** A control character, a quote, a backslash, or what is beyond Latin-1 and may be half of a surrogate pair. */
const NEEDS_ESCAPE = /[^ !#-[\]-\xff]/;

/** What JSON.stringify returns for a string. Most need no escaping, and seeing that takes half of its time. */
export function stringText(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
