import { ERROR_CODES } from '../../../src/kernel/error-code';
import type { JsonSchema } from '../../../src/modules/api-reference/json-schema';
import { ERROR_REASONS } from '../../../src/modules/api-reference/openapi/error-reasons';
import { type Exchange, parsedBody } from './exchange';
import { checkNoInternals } from './internals';
import { checkConstant } from './schema-check';

export const MCP_PATH = /^\/api\/mcp$/i;

interface Message {
  result?: { tools?: object[]; content?: [{ text: string }]; isError?: true };
  error?: { message: string };
}

const text: JsonSchema = { type: 'string', minLength: 1 };
const flag: JsonSchema = { type: 'boolean' };
const open: JsonSchema = { type: 'object', additionalProperties: true };

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, required };
}

/** The SDK lists what its schema of a message expects. */
const PROBLEMS = /(?<=^Invalid \S+ request): \[[^]*\]$/;

/** JSON-RPC 2.0, as the Model Context Protocol uses it. What a result has depends on its method. */
const envelope = {
  jsonrpc: { const: '2.0' },
  id: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
};
const MESSAGE: JsonSchema = {
  oneOf: [
    object({ ...envelope, result: open }),
    object({
      ...envelope,
      error: object({ code: { type: 'integer' }, message: text, data: open }, ['code', 'message']),
    }),
  ],
};

/** What the revisions of the protocol add to every result. */
const added: Record<string, JsonSchema> = {
  _meta: open,
  resultType: text,
  ttlMs: { type: 'integer' },
  cacheScope: text,
};
const TOOLS = object(
  {
    ...added,
    tools: {
      type: 'array',
      items: object({
        name: { type: 'string', pattern: '^[A-Za-z]+(_[A-Za-z]+)+$' },
        title: text,
        description: text,
        inputSchema: open,
        annotations: object({
          title: text,
          readOnlyHint: flag,
          destructiveHint: flag,
          idempotentHint: flag,
          openWorldHint: flag,
        }),
      }),
    },
  },
  ['tools'],
);
const CALL = object(
  {
    ...added,
    isError: { const: true },
    content: {
      type: 'array',
      items: object({ type: { const: 'text' }, text: { type: 'string', minLength: 1 } }),
      minItems: 1,
      maxItems: 1,
    },
  },
  ['content'],
);

/**
 * Throws unless a response is JSON-RPC, and the result of a tool is the output of its procedure, or an error with a code and reason
 * of the API reference (docs/mcp.md).
 */
export function checkMcp(
  { method, sent, status, body }: Exchange,
  checkOutput: (procedure: string, output: unknown) => void,
): void {
  const request = (typeof sent === 'string' ? parsedBody(sent) : sent) as
    { method?: string; params?: { name?: string } } | undefined;
  const called = request?.method ?? method;
  const name = `MCP's ${called}`;
  for (const message of messagesOf(body)) {
    checkConstant(name, message, MESSAGE);
    const { result, error } = message as Message;
    if (error !== undefined) checkNoInternals(name, [error.message.replace(PROBLEMS, '')]);
    else if (status !== 200) throw new Error(`${name} returned ${status} with a result`);
    else if (called === 'tools/list') checkConstant(name, result, TOOLS);
    else if (called === 'tools/call') {
      checkConstant(name, result, CALL);
      const [{ text: content }] = result!.content!;
      if (result!.isError === true) checkExplanation(name, content);
      else checkOutput(request!.params!.name!.replaceAll('_', '.'), JSON.parse(content));
    }
  }
}

/** One body, or the messages of a stream of events. */
function messagesOf(body: unknown): unknown[] {
  if (typeof body !== 'string') return [body];
  return [...body.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as unknown);
}

/** The code and message of an error, then its reason if it has one, then the other fields. */
function checkExplanation(name: string, content: string): void {
  const [first = '', second = ''] = content.split('\n');
  const code = /^([A-Z_]+): \S/.exec(first)?.[1] ?? '';
  if (!(code in ERROR_CODES)) throw new Error(`The error of ${name} begins with no code: ${content}`);
  const reason = /^Reason: (.*)$/.exec(second)?.[1];
  if (reason !== undefined && !(ERROR_REASONS as readonly string[]).includes(reason))
    throw new Error(`The error of ${name} has the unknown reason ${reason}`);
  checkNoInternals(name, content.split('\n'));
}
