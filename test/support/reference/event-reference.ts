import type { EventDefinition } from '../../../src/platform/events/define-event';
import { payloadSchema, publicSchema } from '../../../src/platform/events/event-schema';
import type { JsonSchema } from './json-schema';
import { NamedRecords } from './named-records';
import { type NameFor, typeNotation } from './type-notation';

const PREFACE = `# Events

\`npm run docs\` writes this page from the definitions of the events; a test fails when the page is stale.

Every change writes its event in its own transaction: a change that rolls back has no event, and no committed event is
lost. Events of one record keep their order. An event has an id (\`evt_…\`), the organization, the user who made the
change (null for a change that Trestle made), the time, the ids of its subject and a payload.

A public event can be shown outside the service to users who can see its subject: with webhooks, in real time and in the
change feed. An internal event never leaves the service. \`Timestamp\` is ISO 8601 text in UTC with milliseconds, and
\`Json\` any JSON value. Stored values have the form in which the service stores them; public data has values in the form
of the API.`;

const RECORDS = `## Records

Records that several events contain.`;

/** docs/events.md, before formatting. */
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
  return `${[PREFACE, overview(definitions), ...sections, RECORDS, ...shared].join('\n\n')}\n`;
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
