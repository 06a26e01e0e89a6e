import type { EventDefinition } from '../../../src/platform/events/define-event';
import { payloadSchema, publicSchema } from '../../../src/platform/events/event-schema';
import type { JsonSchema } from './json-schema';
import { NamedRecords } from './named-records';
import { type NameFor, typeNotation } from './type-notation';

/** In docs/events.md, what is above this line is written by hand. */
export const REFERENCE_START =
  '<!-- `npm run docs` writes everything below from the definitions of the events. -->';

const PREFACE = `## All events

\`actorId\` is the id of the user who made the change. It is null for changes made by the service. \`Timestamp\` is ISO 8601 text in UTC with milliseconds, and
\`Json\` any JSON value. Stored values have the form in which the service stores them; public data has values in the form of the API.
Where public data has a record or only its ids, the record no longer exists.`;

const RECORDS = `## Records

Records that several events contain.`;

/** The generated part of docs/events.md, before formatting. */
export function eventReference(definitions: readonly EventDefinition[]): string {
  const schemas = definitions.flatMap((definition) => [payloadSchema(definition), publicSchema(definition)]);
  const records = new NamedRecords(schemas.filter((schema) => schema !== null) as JsonSchema[]);
  const nouns = [...new Set(definitions.map(nounOf))];
  const sections = nouns.flatMap((noun) => [
    `## ${noun}`,
    ...definitions
      .filter((definition) => nounOf(definition) === noun)
      .map((definition) => section(definition, records.nameFor)),
  ]);
  const shared = records.all().map(({ name, notation }) => `### ${name}\n\n${typeBlock(name, notation)}`);
  return `${[REFERENCE_START, PREFACE, overview(definitions), ...sections, RECORDS, ...shared].join('\n\n')}\n`;
}

function nounOf({ name }: EventDefinition): string {
  return name.slice(0, name.indexOf('.'));
}

function overview(definitions: readonly EventDefinition[]): string {
  const rows = definitions.map(
    ({ name, when, publicData }) =>
      `| [${name}](#${name.replace('.', '')}) | ${when} | ${publicData === null ? 'internal' : 'public'} |`,
  );
  return ['| event | when | audience |', '| --- | --- | --- |', ...rows].join('\n');
}

const SUBJECTS = {
  organization: 'the organization',
  board: 'a board (`boardId`)',
  item: 'an item (`boardId`, `itemId`)',
} as const;

function section(definition: EventDefinition, nameFor: NameFor): string {
  const { name, when, subject, internalBecause } = definition;
  const payload = payloadSchema(definition) as JsonSchema;
  const shown = publicSchema(definition) as JsonSchema | null;
  return [
    `### ${name}`,
    `${when} Subject: ${SUBJECTS[subject]}.`,
    dataPart('Payload', payload, nameFor),
    shown === null
      ? `Internal: ${internalBecause!.charAt(0).toLowerCase()}${internalBecause!.slice(1)}`
      : typeNotation(shown) === typeNotation(payload)
        ? 'Public data: the payload.'
        : dataPart('Public data', shown, nameFor),
  ].join('\n\n');
}

function dataPart(title: string, schema: JsonSchema, nameFor: NameFor): string {
  if (Object.keys(schema.properties ?? {}).length === 0) return `${title}: empty.`;
  return `${title}:\n\n${typeBlock(title.replace(/ d/, 'D'), typeNotation(schema, nameFor))}`;
}

/** As a declaration, which formatters leave as it is. */
function typeBlock(name: string, notation: string): string {
  return `\`\`\`ts\ntype ${name} = ${notation};\n\`\`\``;
}
