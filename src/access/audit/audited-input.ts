import { ID_PREFIXES, type IdNoun, idPattern, type OrganizationId } from '../../kernel/ids';
import { type Json, JsonText } from '../../kernel/json';

const SECRET = /passw|secret|token|code$|codes$|certificate|metadata|credential|privatekey/i;
/** Fields with the version that the caller has seen, which are no change. */
const NOT_SHOWN = new Set(['expectedUpdatedAt']);
const HIDDEN = '[hidden]';
/** Fields that identify the target, the most specific first. */
const TARGETS = ['id', 'userId', 'tokenId', 'invitationId'];

const ANY_ID = new RegExp(
  (Object.keys(ID_PREFIXES) as IdNoun[]).map((noun) => `(${idPattern(noun).source})`).join('|'),
);

/** A call's input as the audit log shows it, without secrets. */
export function shownInput(input: unknown): { [key: string]: Json } {
  const shown = withoutSecrets(input) as { [key: string]: Json } | null;
  return shown === null || Object.keys(shown).length === 0 ? {} : { input: shown };
}

function withoutSecrets(value: unknown): Json {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => each !== undefined && !NOT_SHOWN.has(key))
      .map(([key, each]) => [key, isSecret(key, each) ? HIDDEN : withoutSecrets(each)]),
  );
}

/** Whether a field has the name of a secret; ids and booleans are not secrets. */
function isSecret(key: string, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null) return false;
  return SECRET.test(key) && !isId(value);
}

/** The id of the target that the input names; the input is not validated yet. */
export function namedTarget(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  for (const key of TARGETS) {
    const value = (input as Record<string, unknown>)[key];
    if (isId(value)) return value;
  }
  return null;
}

/** The id of the record that a call returns, as an object or as JSON text. */
export function answeredId(answer: unknown): string | null {
  return namedTarget(recordOf(answer));
}

/** The organization that a call created or its caller joined; null for a call about a user account. */
export function answeredOrganization(answer: unknown): OrganizationId | null {
  const { id, organizationId, organization } = (recordOf(answer) ?? {}) as Record<string, unknown>;
  const ids = [id, organizationId, (organization as { id?: unknown } | null | undefined)?.id];
  return (ids.find((each) => isId(each) && each.startsWith(ID_PREFIXES.organization)) ??
    null) as OrganizationId | null;
}

function recordOf(answer: unknown): unknown {
  return answer instanceof JsonText ? (JSON.parse(answer.text) as unknown) : answer;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length < 40 && ANY_ID.test(value);
}
