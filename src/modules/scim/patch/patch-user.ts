import { attributeName } from '../resources/attribute-name';
import { emailValue } from '../resources/attribute-values';
import { matchesValue } from '../filter/matches-value';
import { SCHEMAS } from '../resources/schema-names';
import { ScimError } from '../scim-error';
import type { UserDraft } from '../users/user-draft';
import { isObject, type PatchOperation, valueOf } from './patch-operations';
import { type PatchPath, parsePatchPath } from './patch-path';
import { setUserAttribute } from './set-user-attribute';

const REQUIRED: ReadonlySet<string> = new Set(['username', 'active']);
const OWN_SCHEMA = SCHEMAS.user.toLowerCase();

/** Sets the attributes of a whole body, or of an operation without a path; unknown attributes are ignored. */
export function setUserAttributes(draft: UserDraft, attributes: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(attributes)) {
    const name = attributeName(key);
    if (name === OWN_SCHEMA && isObject(value)) setUserAttributes(draft, value);
    // Some directories send null for required attributes that they do not change.
    else if (value !== undefined && !(value === null && REQUIRED.has(name)))
      setUserAttribute(draft, name, value);
  }
}

/** Applies all operations to the draft, or throws. */
export function patchUser(draft: UserDraft, operations: readonly PatchOperation[]): void {
  for (const { op, path, value } of operations) {
    if (path === null) patchAttributes(draft, op, value as Record<string, unknown>);
    else if (path.filter !== null) patchValue(draft, op, path, value);
    else patchAttribute(draft, op, path.attribute, value);
  }
}

/**
 * An operation without a path. Some directories send the path as a key instead: `{"emails[type eq \"work\"].value":
 * "…"}`.
 */
function patchAttributes(draft: UserDraft, op: PatchOperation['op'], given: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(given)) {
    if (key.includes('[')) patchValue(draft, op, parsePatchPath(key), value);
    else setUserAttributes(draft, { [key]: value });
  }
}

function patchAttribute(draft: UserDraft, op: PatchOperation['op'], name: string, value: unknown): void {
  if (op === 'remove' && REQUIRED.has(name)) throw new ScimError('mutability', `${name}: cannot be removed`);
  const outcome = setUserAttribute(draft, name, op === 'remove' ? null : value);
  if (outcome === 'read-only') throw new ScimError('mutability', `path: ${name.slice(0, 100)} is read-only`);
  if (outcome === 'unknown')
    throw new ScimError('invalidPath', `path: there is no attribute ${name.slice(0, 100)}`);
}

/** `emails[type eq "work"].value`: a user has only one address, of type work. */
function patchValue(
  draft: UserDraft,
  op: PatchOperation['op'],
  { attribute, filter, sub }: PatchPath,
  value: unknown,
): void {
  if (attribute !== 'emails') {
    // Other addresses and telephone numbers are ignored.
    patchAttribute(draft, op, attribute, value);
    return;
  }
  const address = new Map<string, string | boolean>([
    ['value', draft.email ?? draft.userName],
    ['type', 'work'],
    ['primary', true],
  ]);
  if (!matchesValue(filter!, address)) {
    if (op !== 'add') throw new ScimError('noTarget', 'path: no address is like this');
    return;
  }
  if (sub !== null && sub !== 'value') patchAttribute(draft, op, `emails.${sub}`, value);
  else if (op === 'remove') draft.email = null;
  else draft.email = emailValue(sub === null && isObject(value) ? valueOf(value, 'value') : value);
}
