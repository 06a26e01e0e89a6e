import { emailValue, flagValue, requiredText, textValue } from '../resources/attribute-values';
import type { UserDraft } from '../users/user-draft';
import { isObject } from './patch-operations';

type Setter = (draft: UserDraft, value: unknown) => void;

/** The stored attributes of a user; names in lower case. */
const SETTERS: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  ['username', (draft, value) => void (draft.userName = requiredText('userName', value))],
  ['externalid', (draft, value) => void (draft.externalId = textValue('externalId', value))],
  ['displayname', (draft, value) => void (draft.displayName = textValue('displayName', value))],
  ['active', (draft, value) => void (draft.isActive = flagValue('active', value))],
  ['name', setName],
  ['name.formatted', (draft, value) => void (draft.formattedName = textValue('name.formatted', value))],
  ['name.givenname', (draft, value) => void (draft.givenName = textValue('name.givenName', value))],
  ['name.familyname', (draft, value) => void (draft.familyName = textValue('name.familyName', value))],
  ['emails', (draft, value) => void (draft.email = emailValue(value))],
  ['emails.value', (draft, value) => void (draft.email = emailValue(value))],
]);

/**
 * SCIM attributes that this service does not store. They are accepted, because an error would stop the directory's
 * sync.
 */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'schemas',
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'password',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
  'name.middlename',
  'name.honorificprefix',
  'name.honorificsuffix',
  'emails.type',
  'emails.primary',
  'emails.display',
]);

const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'groups']);
const OTHER_SCHEMA = 'urn:';

export type Outcome = 'set' | 'passed-over' | 'read-only' | 'unknown';

/** Sets one attribute of the draft; `undefined` and `null` clear it if it can be empty. */
export function setUserAttribute(draft: UserDraft, name: string, value: unknown): Outcome {
  const setter = SETTERS.get(name);
  if (setter) {
    setter(draft, value);
    return 'set';
  }
  // An attribute of the enterprise extension or of a custom schema.
  if (PASSED_OVER.has(name) || name.startsWith(OTHER_SCHEMA)) return 'passed-over';
  const [whole] = name.split('.', 1) as [string];
  if (READ_ONLY.has(name) || READ_ONLY.has(whole)) return 'read-only';
  return PASSED_OVER.has(whole) ? 'passed-over' : 'unknown';
}

/** Sets the given parts of the name; an empty name clears all parts. */
function setName(draft: UserDraft, value: unknown): void {
  const parts: Record<string, unknown> = isObject(value)
    ? value
    : { formatted: textValue('name', value), givenName: null, familyName: null };
  for (const [part, each] of Object.entries(parts))
    setUserAttribute(draft, `name.${part.toLowerCase()}`, each);
}
