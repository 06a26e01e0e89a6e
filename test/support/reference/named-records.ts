import { idPrefix, type JsonSchema } from './json-schema';
import { type NameFor, objectNotation, typeNotation } from './type-notation';

const NOUNS: Readonly<Record<string, string>> = {
  org: 'Organization',
  wsp: 'Workspace',
  prj: 'Project',
  brd: 'Board',
  grp: 'Group',
  col: 'Column',
  itm: 'Item',
};

/** Records in two or more responses: printed once, and named wherever they occur. */
export class NamedRecords {
  /** Keyed by the notation that spells everything out, because equal records may come from unequal schemas. */
  private readonly byNotation = new Map<string, JsonSchema>();

  constructor(answers: readonly JsonSchema[]) {
    const seen = new Set<string>();
    for (const answer of answers) {
      const found = new Map(recordsIn(answer).map((record) => [typeNotation(record), record]));
      for (const [notation, record] of found) {
        if (seen.has(notation)) this.byNotation.set(notation, record);
        seen.add(notation);
      }
    }
  }

  readonly nameFor: NameFor = (schema) => {
    const record = this.byNotation.get(typeNotation(schema));
    return record && this.nameOf(record);
  };

  /** Each with its own members; what these hold is named. */
  all(): { name: string; notation: string }[] {
    return this.named().map(({ name, record }) => ({ name, notation: objectNotation(record, this.nameFor) }));
  }

  /** As `all`, with the schema of each. */
  named(): { name: string; record: JsonSchema }[] {
    return [...this.byNotation.values()]
      .map((record) => ({ name: this.nameOf(record), record }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The plainest record of a noun has its name, the others say what they have besides. */
  private nameOf(record: JsonSchema): string {
    const noun = nounOf(record)!;
    const own = fieldsOf(record);
    const plainer = [...this.byNotation.values()].find(
      (other) => nounOf(other) === noun && fieldsOf(other).length < own.length,
    );
    if (plainer === undefined) return noun;
    const extra = own.filter((field) => !fieldsOf(plainer).includes(field));
    return `${noun}With${extra.map(capitalized).join('And')}`;
  }
}

/** Every complete record, at any depth; a reference (an id and a name) does not count. */
function recordsIn(schema: JsonSchema): JsonSchema[] {
  const { anyOf = [], items, properties = {} } = schema;
  const inner = [...anyOf, ...(items ? [items] : []), ...Object.values(properties)].flatMap(recordsIn);
  return nounOf(schema) !== undefined && 'createdAt' in properties ? [schema, ...inner] : inner;
}

function nounOf({ properties }: JsonSchema): string | undefined {
  const id = properties?.['id'];
  return id && NOUNS[idPrefix(id) ?? ''];
}

function fieldsOf({ properties = {} }: JsonSchema): string[] {
  return Object.keys(properties);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
