import { AppError } from '../kernel/app-error';
import { isJsonType } from '../http/bodies/json-type';
import { parseJson, parseJsonBytes } from '../http/bodies/parse-json';
import { withoutUndefined } from './undefined-values';

/** Maximum number of calls in a batch (contract §5). */
export const MAX_BATCH_CALLS = 100;

/** One requested call: the name as written, and its input, which is parsed on demand and rejected only for this call. */
export interface RequestedCall {
  readonly name: string;
  /** Its index in the batch; 0 for a single call. */
  readonly index: number;
  readInput(): unknown;
}

export interface AskedCalls {
  readonly isBatch: boolean;
  readonly calls: RequestedCall[];
}

export interface WireRequest {
  method: string;
  /** The part of the path after `/api/trpc/`, percent-decoded. */
  path: string;
  query: Record<string, unknown>;
  body: Buffer | null;
  contentType: string | undefined;
}

/** Parses a request into a list of calls before any of them runs (specification, "Wire conventions"). */
export function parseCalls(request: WireRequest): AskedCalls {
  const isBatch = request.query['batch'] === '1';
  if (Array.isArray(request.query['batch'])) throw new AppError('BAD_REQUEST', 'batch: Must be given once');
  const names = isBatch ? splitNames(request.path) : [request.path];
  const readDocument = once(() => document(request));
  const calls = names.map((name, index) => ({
    name,
    index,
    readInput: once(() => {
      const input = readDocument();
      return unwrapped(isBatch ? entry(input, String(index)) : input);
    }),
  }));
  return { isBatch, calls };
}

function splitNames(path: string): string[] {
  // Counted before splitting: a path of thousands of commas must cost nothing.
  let commas = 0;
  for (let at = path.indexOf(','); at !== -1; at = path.indexOf(',', at + 1)) {
    commas += 1;
    if (commas >= MAX_BATCH_CALLS) {
      throw new AppError('BAD_REQUEST', `A batch can have at most ${MAX_BATCH_CALLS} calls`);
    }
  }
  return path.split(',');
}

function document(request: WireRequest): unknown {
  if (request.method === 'GET') {
    const text = request.query['input'];
    if (text === undefined) return undefined;
    if (typeof text !== 'string') throw new AppError('BAD_REQUEST', 'input: Must be given once');
    return parseJson(text, 'input');
  }
  const isEmpty = request.body === null || request.body.length === 0;
  // Only this type: simple cross-site requests cannot send it without a preflight.
  if (request.contentType === undefined ? !isEmpty : !isJsonType(request.contentType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the input as application/json');
  }
  return isEmpty ? undefined : parseJsonBytes(request.body!, 'The body');
}

function entry(inputs: unknown, index: string): unknown {
  if (inputs === undefined) return undefined;
  if (!isPlainObject(inputs))
    throw new AppError('BAD_REQUEST', 'A batch needs an object keyed by call index');
  return Object.hasOwn(inputs, index) ? inputs[index] : undefined;
}

function unwrapped(input: unknown): unknown {
  if (input === undefined) return undefined;
  if (!isPlainObject(input)) throw new AppError('BAD_REQUEST', 'The input must have the form { "json": … }');
  // superjson adds `meta`.
  const stray = Object.keys(input).find((key) => key !== 'json' && key !== 'meta');
  if (stray !== undefined || (!Object.hasOwn(input, 'json') && Object.keys(input).length > 0)) {
    throw new AppError('BAD_REQUEST', 'The input must have the form { "json": … }', {
      issues: [{ path: stray ?? 'json', message: stray ? 'Unknown key' : 'Required' }],
    });
  }
  return 'meta' in input ? withoutUndefined(input['json'], input['meta']) : input['json'];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function once<T>(read: () => T): () => T {
  let outcome: { value: T } | { error: unknown } | null = null;
  return () => {
    if (outcome === null) {
      try {
        outcome = { value: read() };
      } catch (error) {
        outcome = { error };
      }
    }
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}
