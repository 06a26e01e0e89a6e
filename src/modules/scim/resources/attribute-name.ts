import { SCHEMAS } from './schema-names';

const OWN = [SCHEMAS.user, SCHEMAS.group].map((schema) => `${schema}:`.toLowerCase());

/** The normalized name of an attribute: in lower case and without its schema. */
export function attributeName(written: string): string {
  const name = written.toLowerCase();
  const schema = OWN.find((each) => name.startsWith(each));
  return schema === undefined ? name : name.slice(schema.length);
}
