export type JsonPrimitive = string | number | boolean | null;
export type Json = JsonPrimitive | Json[] | { [key: string]: Json };

/** JSON that is already text (a row that PostgreSQL wrote); the envelope includes it unparsed. */
export class JsonText {
  constructor(readonly text: string) {}
}
