import { SCHEMAS } from './schema-names';

const OWN = [SCHEMAS.user, SCHEMAS.group].map((schema) => `${schema}:`.toLowerCase());

/** How an attribute is known here: in lower case, without the schema that it may be written with. */
export function attributeName(written: string): string {
  const name = written.toLowerCase();
  const schema = OWN.find((each) => name.startsWith(each));
  return schema === undefined ? name : name.slice(schema.length);
}
