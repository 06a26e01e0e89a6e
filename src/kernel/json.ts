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
  for (const [field, value] of Object.entries(fields)) {
    const text = value instanceof JsonText ? value.text : (JSON.stringify(value) as string | undefined);
    if (text !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(field)}:${text}`;
  }
  return `{${members}}`;
}
