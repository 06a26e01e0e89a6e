import { randomFillSync } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';
import { clock } from './clock';

/** Prefix of every record id (specification, "What the service does"; contract §2). */
export const ID_PREFIXES = {
  user: 'usr',
  organization: 'org',
  workspace: 'wsp',
  project: 'prj',
  board: 'brd',
  group: 'grp',
  column: 'col',
  label: 'lbl',
  item: 'itm',
  comment: 'cmt',
  attachment: 'att',
  file: 'file',
  form: 'frm',
  submission: 'sub',
  automation: 'aut',
  execution: 'exe',
  effect: 'eff',
  token: 'tok',
  invitation: 'inv',
  template: 'tpl',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  notification: 'ntf',
  session: 'ses',
  application: 'app',
  activity: 'act',
  audit: 'aud',
  view: 'viw',
  import: 'imp',
  domain: 'dom',
  grant: 'gra',
  directoryGroup: 'dgr',
  peopleGroup: 'pgr',
  scimToken: 'sct',
  organizationExport: 'exp',
} as const;

export type IdNoun = keyof typeof ID_PREFIXES;

declare const noun: unique symbol;
/** A record id; ids of different nouns do not mix at compile time. */
export type Id<N extends IdNoun> = string & { readonly [noun]: N };

export type UserId = Id<'user'>;
export type OrganizationId = Id<'organization'>;
export type WorkspaceId = Id<'workspace'>;
export type ProjectId = Id<'project'>;
export type BoardId = Id<'board'>;
export type GroupId = Id<'group'>;
export type ColumnId = Id<'column'>;
export type ItemId = Id<'item'>;
export type CommentId = Id<'comment'>;
export type AttachmentId = Id<'attachment'>;
export type FileId = Id<'file'>;
export type FormId = Id<'form'>;
export type SubmissionId = Id<'submission'>;
export type TemplateId = Id<'template'>;
export type ViewId = Id<'view'>;
export type TokenId = Id<'token'>;
export type ApplicationId = Id<'application'>;
export type GrantId = Id<'grant'>;
export type SessionId = Id<'session'>;
export type AutomationId = Id<'automation'>;
export type ExecutionId = Id<'execution'>;
export type EffectId = Id<'effect'>;
export type WebhookId = Id<'webhook'>;
export type DeliveryId = Id<'delivery'>;
export type EventId = Id<'event'>;
export type ImportId = Id<'import'>;
export type DirectoryGroupId = Id<'directoryGroup'>;
export type PeopleGroupId = Id<'peopleGroup'>;
export type ScimTokenId = Id<'scimToken'>;
export type DomainId = Id<'domain'>;

// The library requests one random byte per character: 54 µs an id with a system call each, 1 µs from a pool.
const randomPool = Buffer.alloc(4096);
let randomPoolOffset = randomPool.length;
function randomFraction(): number {
  if (randomPoolOffset === randomPool.length) {
    randomFillSync(randomPool);
    randomPoolOffset = 0;
  }
  return randomPool[randomPoolOffset++]! / 256;
}

// Monotonic within a millisecond, so that ids created by one process sort in the order of their creation.
const nextUlid = monotonicFactory(randomFraction);

/** A new id: prefix, underscore, upper-case ULID (contract §2). Its time is the clock's. */
export function newId<N extends IdNoun>(of: N): Id<N> {
  return `${ID_PREFIXES[of]}_${nextUlid(clock.nowMs())}` as Id<N>;
}

/** The last time that an id can contain: its first character is at most 7. */
const LAST_TIME_MS = 2 ** 48 - 1;

/** When an id was created, by the clock of the process that created it; an id that no process created has any time. */
export function timeOfId(id: string): Date {
  const text = id.slice(id.indexOf('_') + 1);
  return new Date(text > '8' ? LAST_TIME_MS : decodeTime(text));
}

/** The characters of a ULID, in the order of their values. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The ULID of an id as a UUID, which PostgreSQL stores in 16 bytes and sorts in the same order; null for an id that no
 * process created and that has more than 128 bits.
 */
export function uuidOfId(id: string): string | null {
  const ulid = id.slice(id.indexOf('_') + 1);
  if (ulid > '8') return null;
  let bits = 0n;
  for (const character of ulid) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(character));
  const hex = bits.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The id whose ULID `uuidOfId` has turned into this UUID. */
export function idOfUuid<N extends IdNoun>(of: N, uuid: string): Id<N> {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let ulid = '';
  for (; ulid.length < 26; bits >>= 5n) ulid = ALPHABET[Number(bits & 31n)] + ulid;
  return `${ID_PREFIXES[of]}_${ulid}` as Id<N>;
}

/** Matches ids of one noun, for schemas: prefix and 26 characters of Crockford's base 32. */
export function idPattern(of: IdNoun): RegExp {
  return new RegExp(`^${ID_PREFIXES[of]}_[0-9A-HJKMNP-TV-Z]{26}$`);
}

const NOUNS = new Map<string, IdNoun>(
  Object.entries(ID_PREFIXES).map(([noun, prefix]) => [prefix, noun as IdNoun]),
);

/** The noun of an id; null for any other text. */
export function nounOf(text: string): IdNoun | null {
  const [, prefix] = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/.exec(text) ?? [];
  return prefix === undefined ? null : (NOUNS.get(prefix) ?? null);
}
