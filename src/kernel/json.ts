export type JsonPrimitive = string | number | boolean | null;
export type Json = JsonPrimitive | Json[] | { [key: string]: Json };

/** JSON that is text already (a row that PostgreSQL wrote); the envelope passes it through unparsed. */
export class JsonText {
  constructor(readonly text: string) {}
}
