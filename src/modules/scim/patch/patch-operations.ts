import { ScimError } from '../scim-error';
import { type PatchPath, parsePatchPath } from './patch-path';

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  /** Null if the value is an object with the changed attributes. */
  path: PatchPath | null;
  value: unknown;
}

const OPERATIONS_MAX = 1_000;
const OPS = ['add', 'replace', 'remove'] as const;

/** The operations of a PATCH (RFC 7644, 3.5.2). Directories differ in the case of `op` and of keys. */
export function patchOperations(body: Record<string, unknown>): PatchOperation[] {
  const operations = valueOf(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError('invalidSyntax', 'Operations: must be a list of at least one');
  if (operations.length > OPERATIONS_MAX)
    throw new ScimError('invalidSyntax', `Operations: must be at most ${OPERATIONS_MAX}`);
  return operations.map(operation);
}

function operation(given: unknown): PatchOperation {
  if (!isObject(given)) throw new ScimError('invalidSyntax', 'Operations: each must be an object');
  const written = valueOf(given, 'op');
  const op = OPS.find((each) => typeof written === 'string' && written.toLowerCase() === each);
  if (op === undefined) throw new ScimError('invalidSyntax', 'op: must be add, replace or remove');
  const pathText = valueOf(given, 'path') ?? null;
  const value = valueOf(given, 'value');
  if (pathText !== null && typeof pathText !== 'string')
    throw new ScimError('invalidPath', 'path: must be text');
  const path = pathText === null || pathText === '' ? null : parsePatchPath(pathText);
  if (path === null && op === 'remove') throw new ScimError('noTarget', 'path: say what to remove');
  if (path === null && !isObject(value))
    throw new ScimError('invalidValue', 'value: without a path it must be an object of attributes');
  if (op !== 'remove' && value === undefined) throw new ScimError('invalidValue', 'value: is missing');
  return { op, path, value };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a key, ignoring case. */
export function valueOf(of: Record<string, unknown>, name: string): unknown {
  const key = Object.keys(of).find((each) => each.toLowerCase() === name);
  return key === undefined ? undefined : of[key];
}
