import { z } from 'zod';
import type { Procedure } from '../../../src/rpc/procedure-registry';
import { inputWords } from './input-words';
import type { JsonSchema } from './json-schema';
import { NamedRecords } from './named-records';
import { typeNotation } from './type-notation';

const ORDER = ['auth', 'organizations', 'workspaces', 'projects', 'boards', 'columns', 'items'];

const PREFACE = `# Procedures

Written by \`npm run docs\` from the procedures' own declarations; a test fails when it is stale. How to call them, how
errors look and what holds for all of them stands in [api.md](api.md); who may call what, in
[permissions.md](permissions.md); the values of columns, in [columns.md](columns.md).

A query is called by GET, a mutation by POST. Scope is what a token needs; role is the least role in the organization
(_person_: the procedure is about the caller and needs no organization). What is decided by the record, such as the
role in its workspace, comes on top. In answers, \`Timestamp\` is ISO 8601 text in UTC with milliseconds and \`Json\` any
JSON value.`;

const RECORDS = `## Records

Records that more than one procedure answers.`;

/** docs/procedures.md, before formatting. */
export function procedureReference(procedures: readonly Procedure[]): string {
  const answers = new Map(procedures.map(({ name, output }) => [name, jsonSchema(output)]));
  const records = new NamedRecords([...answers.values()]);
  const answerOf = ({ name }: Procedure) => typeNotation(answers.get(name)!, records.nameFor);
  const parts = namespacesOf(procedures).flatMap((namespace) => [
    `## ${namespace}`,
    ...procedures
      .filter(({ name }) => namespaceOf(name) === namespace)
      .map((procedure) => section(procedure, answerOf(procedure))),
  ]);
  const shared = records.all().map(({ name, notation }) => `### ${name}\n\n${typeBlock(name, notation)}`);
  return `${[PREFACE, ...parts, RECORDS, ...shared].join('\n\n')}\n`;
}

export function namespaceOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** In the order in which a newcomer meets them; new ones come after. */
export function namespacesOf(procedures: readonly Procedure[]): string[] {
  const found = new Set(procedures.map(({ name }) => namespaceOf(name)));
  return [...ORDER.filter((name) => found.delete(name)), ...[...found].toSorted()];
}

function section(procedure: Procedure, answer: string): string {
  const { name, kind, scope, role, description } = procedure;
  return [
    `### ${name}`,
    `${kind === 'query' ? 'Query' : 'Mutation'} · scope \`${scope}\` · role _${role}_`,
    description ?? '',
    inputTable(procedure),
    answerPart(answer),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A record that is printed elsewhere is linked; what fits a line stays in one. */
function answerPart(answer: string): string {
  if (/^\w+$/.test(answer)) return `Answer: [${answer}](#${answer.toLowerCase()}).`;
  const line = answer.replaceAll(/\s+/g, ' ').replace('; }', ' }');
  return line.length <= ONE_LINE ? `Answer: \`${line}\`.` : `Answer:\n\n${typeBlock('Answer', answer)}`;
}

const ONE_LINE = 60;

/** As a declaration, which formatters leave as it is. */
function typeBlock(name: string, notation: string): string {
  return `\`\`\`ts\ntype ${name} = ${notation};\n\`\`\``;
}

function inputTable({ input }: Procedure): string {
  if (input === undefined) return 'No input.';
  const { properties = {}, required = [] } = jsonSchema(input);
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = required.includes(name) ? 'required' : defaultOf(schema);
    return `| \`${name}\` | ${inputWords(schema)}${ownRule(input.shape[name] as z.ZodType, schema)} | ${need} |`;
  });
  return ['| input | takes | default |', '| --- | --- | --- |', ...rows].join('\n');
}

function defaultOf(schema: JsonSchema): string {
  return schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
}

const BLANKS = '   ';

/** What JSON Schema cannot say of a text, in the schema's own words: what it answers to spaces. */
function ownRule(field: z.ZodType, { type, pattern, enum: choices, anyOf, format }: JsonSchema): string {
  if (type !== 'string' || pattern !== undefined || choices || anyOf || format) return '';
  const { error } = field.safeParse(BLANKS);
  const message = error?.issues[0]?.message.replace(/^Must (not )?(be )?/, '$1') ?? '';
  if (message === '') return '';
  return `; ${message.replace('not empty', 'not blank')}`;
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  // `input`: what the wire carries, before text becomes a date. Functions that check it further have no form here.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}
