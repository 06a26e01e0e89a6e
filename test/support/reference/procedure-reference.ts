import { z } from 'zod';
import type { Procedure } from '../../../src/rpc/procedure-registry';
import { inputWords } from './input-words';
import type { JsonSchema } from './json-schema';
import { NamedRecords } from './named-records';
import { typeNotation } from './type-notation';

const ORDER = ['auth', 'organizations', 'workspaces', 'projects', 'boards', 'columns', 'items'];

const PREFACE = `# Procedures

The input and output of every procedure. \`npm run docs\` generates this page from the declarations of the procedures. See also:

- [api.md](api.md): how to call procedures, and errors, lists and limits
- [permissions.md](permissions.md): who can call which procedure
- [columns.md](columns.md): values of columns

Call a query with GET and a mutation with POST. _Scope_ is the scope that a token needs. _Role_ is the lowest role in the organization;
_user_ means that the procedure is about the caller and requires no organization. The record can require a role in its workspace in
addition. \`Timestamp\` is ISO 8601 text in UTC with milliseconds. \`Json\` is any JSON value.`;

const RECORDS = `## Records

Records that several procedures return.`;

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
    `${kind === 'query' ? 'Query' : 'Mutation'} · scope \`${scope}\` · role _${role === 'person' ? 'user' : role}_`,
    description ?? '',
    inputTable(procedure),
    answerPart(answer),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A record that is printed elsewhere is linked; what fits a line stays in one. */
function answerPart(answer: string): string {
  if (/^\w+$/.test(answer)) return `Response: [${answer}](#${answer.toLowerCase()}).`;
  const line = answer.replaceAll(/\s+/g, ' ').replace('; }', ' }');
  return line.length <= ONE_LINE ? `Response: \`${line}\`.` : `Response:\n\n${typeBlock('Response', answer)}`;
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
  return ['| input | type | default |', '| --- | --- | --- |', ...rows].join('\n');
}

function defaultOf(schema: JsonSchema): string {
  return schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
}

const BLANKS = '   ';

/** What JSON Schema cannot express about a text, in the message of the schema: its error for spaces. */
function ownRule(field: z.ZodType, { type, pattern, enum: choices, anyOf, format }: JsonSchema): string {
  if (type !== 'string' || pattern !== undefined || choices || anyOf || format) return '';
  const { error } = field.safeParse(BLANKS);
  const message = error?.issues[0]?.message.replace(/^Must (not )?(be )?/, '$1') ?? '';
  if (message === '') return '';
  return `; ${message.replace('not empty', 'not only spaces')}`;
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  // `input`: what the wire carries, before text becomes a date. Functions that check it further have no form here.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}
