import { z } from 'zod';
import type { Procedure } from '../../../src/rpc/procedure-registry';
import { fencesOf } from '../documents/markdown';
import { inputWords } from './input-words';
import type { JsonSchema } from './json-schema';
import { NamedRecords } from './named-records';
import { namespaceOf, namespacesOf, procedureLink } from './namespaces';
import { typeNotation } from './type-notation';

/** The request and the response that the reference shows of a procedure. */
export interface ShownExample {
  input: object;
  response: unknown;
}

/** Guides to resources; the others are explained in api.md and administration.md. */
const GUIDES: Readonly<Record<string, string>> = {
  activity: 'events.md',
  audit: 'administration.md',
  auth: 'accounts.md',
  automations: 'automations.md',
  columns: 'columns.md',
  comments: 'comments.md',
  events: 'events.md',
  forms: 'forms.md',
  invitations: 'administration.md',
  me: 'preferences.md',
  notifications: 'notifications.md',
  oauth: 'oauth.md',
  organizations: 'administration.md',
  scim: 'scim.md',
  search: 'search.md',
  sso: 'sso.md',
  templates: 'templates.md',
  views: 'filters.md',
  webhooks: 'webhooks.md',
  workspaces: 'administration.md',
};

const PREFACE = `# Procedures

The input and output of every procedure, with an example, on one page per resource. \`npm run docs\` generates these pages from the
declarations of the procedures. See also:

- [api.md](../api.md): how to call procedures, and errors, lists and limits
- [permissions.md](../permissions.md): who can call which procedure
- [columns.md](../columns.md): values of columns
- [records.md](records.md): records that several procedures return`;

const NOTATION = `## How to read the pages

Call a query with GET and a mutation with POST. _Scope_ is the scope that a token needs. _Role_ is the lowest role in the organization;
_user_ means that the procedure is about the caller and requires no organization. The record can require a role in its workspace in
addition. \`Timestamp\` is ISO 8601 text in UTC with milliseconds. \`Json\` is any JSON value.

The examples use two shell variables: \`url\` is the address of the organization, and \`token\` is a
[token](../api.md#tokens). Procedures that require a session use the cookies in \`cookies.txt\` that a
[sign-in](../api.md#accounts-and-sessions) saved. Replace the ids in the request with ids of your records. The response is what is under
\`result.data.json\`. In a response, \`…\` replaces what differs from call to call, and the other entries of a list. \`npm run docs\` sends
each request to a running service and writes down its response.`;

const RECORDS = `# Records

Records that several [procedures](README.md) return.`;

/** The pages below docs/procedures by file name, before formatting. */
export function procedureReference(
  procedures: readonly Procedure[],
  exampleOf: (procedure: Procedure) => ShownExample,
): Map<string, string> {
  const answers = new Map(procedures.map(({ name, output }) => [name, jsonSchema(output)]));
  const records = new NamedRecords([...answers.values()]);
  const answerOf = ({ name }: Procedure) => typeNotation(answers.get(name)!, records.nameFor);
  const namespaces = namespacesOf(procedures);
  const pageOf = (namespace: string): [string, string] => {
    const own = procedures.filter(({ name }) => namespaceOf(name) === namespace);
    const sections = own.map((procedure) => section(procedure, answerOf(procedure), exampleOf(procedure)));
    return [`${namespace}.md`, page([head(namespace), ...sections])];
  };
  const shared = records.all().map(({ name, notation }) => `## ${name}\n\n${typeBlock(name, notation)}`);
  return new Map([
    ['README.md', page([PREFACE, overview(namespaces, procedures), NOTATION])],
    ...namespaces.map(pageOf),
    ['records.md', page([RECORDS, ...shared])],
  ]);
}

/** The responses that pages show, by procedure. */
export function shownResponses(pages: readonly string[]): Map<string, unknown> {
  const responses = pages.flatMap((text) =>
    fencesOf(text)
      .filter(({ language }) => language === 'json')
      .map(({ heading, text: json }): [string, unknown] => [heading, JSON.parse(json)]),
  );
  return new Map(responses);
}

function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function overview(namespaces: readonly string[], procedures: readonly Procedure[]): string {
  const rows = namespaces.map((namespace) => {
    const links = procedures
      .filter(({ name }) => namespaceOf(name) === namespace)
      .map(({ name }) => `[${name.slice(namespace.length + 1)}](${linkHere(name)})`);
    const guide = GUIDES[namespace];
    return `| [${namespace}](${namespace}.md) | ${links.join(', ')} | ${guide === undefined ? '' : `[${guide}](../${guide})`} |`;
  });
  return ['| resource | procedures | guide |', '| --- | --- | --- |', ...rows].join('\n');
}

function linkHere(name: string): string {
  return procedureLink(name).replace(/^procedures\//, '');
}

function head(namespace: string): string {
  const guide = GUIDES[namespace];
  const links = ['[All procedures](README.md)', ...(guide === undefined ? [] : [`[guide](../${guide})`])];
  return `# ${namespace}\n\n${links.join(' · ')} · [permissions](../permissions.md#${namespace})`;
}

function section(procedure: Procedure, answer: string, example: ShownExample): string {
  const { name, kind, scope, role, description } = procedure;
  return [
    `## ${name}`,
    `${kind === 'query' ? 'Query' : 'Mutation'} · scope \`${scope}\` · role _${role === 'person' ? 'user' : role}_`,
    description ?? '',
    inputTable(procedure),
    answerPart(answer),
    'Example:',
    `\`\`\`sh\n${command(procedure, example.input)}\n\`\`\``,
    `\`\`\`json\n${json(example.response)}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function command({ name, kind, isSessionOnly }: Procedure, input: object): string {
  const isEmpty = Object.keys(input).length === 0;
  const credential =
    isSessionOnly === true || ONLY_SESSIONS.has(name)
      ? '-b cookies.txt'
      : '-H "authorization: Bearer $token"';
  const body = JSON.stringify({ json: input }).replaceAll("'", String.raw`'\''`);
  const options = {
    query: { verb: isEmpty ? '-sS' : '-sSG', lines: isEmpty ? [] : [`--data-urlencode 'input=${body}'`] },
    mutation: { verb: '-sS', lines: ["-H 'content-type: application/json'", `-d '${body}'`] },
  }[kind];
  const first = `curl ${options.verb} "$url/api/trpc/${name}" ${credential}`;
  return [first, ...options.lines].join(' \\\n  ');
}

/** Procedures that check it themselves, because they are for users without an organization too. */
const ONLY_SESSIONS = new Set(['invitations.accept', 'organizations.create']);

const ONE_LINE_JSON = 90;

function json(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= ONE_LINE_JSON ? line : JSON.stringify(value, null, 2);
}

/** A record that is printed elsewhere is linked; what fits a line stays in one. */
function answerPart(answer: string): string {
  if (/^\w+$/.test(answer)) return `Response: [${answer}](records.md#${answer.toLowerCase()}).`;
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
