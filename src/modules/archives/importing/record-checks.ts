import { AppError, InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import { emailKey, serviceAccountKey } from '../../../kernel/email-key';
import type { ColumnTypeName } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { dayAfter } from '../../../platform/database/partitions/partition-range';
import { NO_BOARD, oldestActivityDay } from '../../activity';
import { acceptStoredColumn, columnComputedFromItself, columnWithForeignInput } from '../../columns';
import { SERVICE_ACCOUNTS_MAX } from '../../members';
import { type ArchiveManifest, recordsPart } from '../archive-manifest';
import { ArchiveProblem } from '../reading/archive-problem';
import type { ArchivedRecord } from '../reading/verify-archive';
import { type ArchivedTable, isImportable } from '../writing/archived-tables';
import { TABLES_NOT_IMPORTED } from './imported-tables';
import { StoppedRecords } from './next-steps/stopped-records';
import { isOwnership } from './owners.policy';
import { ArchivedPlaces } from './places/archived-places';
import { checkPlace } from './places/place-checks';
import { RecordMalformed, shapedRecord } from './record-shapes';
import { hasCleanContent } from './values/archived-activity';

/** A user of the archive. */
export interface ArchivedUser {
  id: string;
  emailKey: string;
  name: string;
  isServiceAccount: boolean;
}

const ID = /^[a-z]{3,4}_[0-9A-Z]{26}$/;
const USER_ID = /^usr_[0-9A-Z]{26}$/;
const USER_IDS = /usr_[0-9A-Z]{26}/g;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The numbers of an entry, and what the terms with these numbers begin with. */
const TERM_FIELDS = [
  ['board_key', 'brd_'],
  ['previous_board_key', 'brd_'],
  ['action_key', ''],
  ['actor_key', 'usr_'],
] as const;

/** Its rows have ids of another form, or none. */
const WITHOUT_ID: ReadonlySet<ArchivedTable> = new Set(['activity']);

/**
 * Checks each record of an archive before the first write: that it belongs to the organization of the manifest, and has only columns
 * that this release knows. Collects what the import needs to know of all records before it begins.
 */
export class RecordChecks {
  readonly users = new Map<string, ArchivedUser>();
  /** All ids of users in the records that are imported: also of those who left, who have no record. */
  readonly mentionedUsers = new Set<string>();
  readonly places = new ArchivedPlaces();
  readonly stopped = new StoppedRecords();
  /** The former numbers of terms. */
  readonly terms = new Map<string, number>();
  readonly activityDays = new Set<string>();
  lastActivity = 0;
  /** The numbers of the last events: of the organization under '', and of its boards. */
  readonly lastEvents = new Map<string, number>([['', 0]]);
  plan = '';
  private readonly termsByKey = new Map<number, string>();
  private readonly columnsOfTables = new Map<ArchivedTable, readonly string[]>();
  private owners = 0;
  private serviceAccounts = 0;
  private organizations = 0;
  private organization: ArchiveManifest['organization'] = { id: '', slug: '', name: '' };

  /** `catalog`: the columns of each table of this database. */
  constructor(private readonly catalog: ReadonlyMap<string, readonly string[]>) {}

  /** Before the first record. */
  begin({ organization }: ArchiveManifest): void {
    if (!/^org_[0-9A-Z]{26}$/.test(organization.id))
      throw new ArchiveProblem('The manifest has no id of an organization');
    this.organization = organization;
  }

  /** The columns of the records of a table; none in an empty table. */
  columnsOf(table: ArchivedTable): readonly string[] {
    return this.columnsOfTables.get(table) ?? [];
  }

  inspect(table: ArchivedTable, record: ArchivedRecord, line: string): void {
    this.assertColumns(table, record);
    if (!(table in TABLES_NOT_IMPORTED)) {
      for (const [id] of line.matchAll(USER_IDS)) this.mention(id);
      this.assertWellFormed(table, record, () => {
        shapedRecord(table, record);
        checkPlace(table, record, this.places);
      });
    }
    if (!WITHOUT_ID.has(table) && 'id' in record && !ID.test(String(record.id)))
      reject(table, `has the id ${JSON.stringify(record.id)}`);
    this.stopped.learn(table, record);
    if (table === 'organizations') return this.organizationRow(record);
    if (table === 'users') return this.user(record);
    if (table === 'activity') return this.activity(record);
    if (record.organization_id !== this.organization.id)
      reject(table, 'has a record of another organization');
    this.places.learn(table, record);
    if (table === 'members') this.member(record);
    else if (table === 'columns') this.column(record);
    else if (table === 'activity_terms') this.term(record);
    else if (table === 'events') this.event(record);
    else if (table === 'webhooks') this.advance('', record.enabled_after_sequence);
    else if (table === 'invitations') assertEmail(table, record);
  }

  /** Whether the rich text in an entry of the activity is as it would be stored here. */
  hasCleanContent(record: ArchivedRecord): boolean {
    return hasCleanContent(record, { terms: this.termsByKey, columns: this.places.columns });
  }

  /** After the last record. */
  complete(): void {
    if (this.organizations !== 1) reject('organizations', 'must have one record');
    if (this.owners !== 1) reject('members', 'must have one owner');
    for (const id of this.users.keys())
      if (!this.places.members.has(id)) reject('users', `includes a user without a membership: ${id}`);
    const { columns } = this.places;
    const circular = columnComputedFromItself(columns);
    if (circular !== null) reject('columns', `has ${circular}, which is computed from itself`);
    const foreign = columnWithForeignInput(columns);
    if (foreign !== null)
      reject(
        'columns',
        `has ${foreign} with a value that no call has written: config: Names a column of another board`,
      );
  }

  /** A part of a text keeps the whole text in memory: a copy of the id does not. */
  private mention(id: string): void {
    if (!this.mentionedUsers.has(id)) this.mentionedUsers.add(Buffer.from(id, 'latin1').toString('latin1'));
  }

  private assertColumns(table: ArchivedTable, record: ArchivedRecord): void {
    const columns = Object.keys(record);
    const known = this.columnsOfTables.get(table);
    if (known !== undefined) {
      if (known.length !== columns.length || columns.some((column, at) => column !== known[at]))
        reject(table, 'has records with different columns');
      return;
    }
    const existing = this.catalog.get(table) ?? [];
    for (const column of columns)
      if (!existing.includes(column) || !isImportable(table, column))
        reject(
          table,
          `has the column ${JSON.stringify(column.slice(0, 60))}, which this release does not know`,
        );
    this.columnsOfTables.set(table, columns);
  }

  private organizationRow({ id, slug, plan, deleted_at: deletedAt }: ArchivedRecord): void {
    this.organizations += 1;
    if (id !== this.organization.id || slug !== this.organization.slug || deletedAt !== null)
      reject('organizations', 'has another organization than the manifest');
    this.plan = String(plan);
  }

  private user(record: ArchivedRecord): void {
    const { id, email_key: key, name } = record as { id: string; email_key: string; name: string };
    const isServiceAccount = record.is_service_account === true;
    if (isServiceAccount) assertNoEmail(record);
    else assertEmail('users', record);
    if (!USER_ID.test(id)) reject('users', 'has an id of another kind');
    if (this.users.has(id)) reject('users', `has ${id} twice`);
    if (isServiceAccount) this.serviceAccounts += 1;
    if (this.serviceAccounts > SERVICE_ACCOUNTS_MAX)
      reject('users', `has ${id}: an organization can have at most ${SERVICE_ACCOUNTS_MAX} service accounts`);
    this.users.set(id, { id, emailKey: key, name, isServiceAccount });
  }

  private member(record: ArchivedRecord): void {
    const { user_id: userId } = record;
    if (!this.users.has(String(userId))) reject('members', 'has a member without a user');
    if (isOwnership(record)) this.owners += 1;
  }

  private column(record: ArchivedRecord): void {
    const { id, type: given, config, default_value: defaultValue } = record;
    if (!Object.hasOwn(columnTypes, String(given)) || typeof config !== 'object' || config === null)
      reject('columns', 'has a column of an unknown type');
    const type = given as ColumnTypeName;
    try {
      const accepted = acceptStoredColumn({ type, config, defaultValue });
      const { name, board_id: boardId } = record as { name: string; board_id: string };
      this.places.columns.set(id as string, { name, boardId, type, ...accepted });
    } catch (error) {
      // A type takes for granted what its schema has checked.
      if (!(error instanceof AppError || error instanceof TypeError)) throw error;
      reject('columns', `has ${String(id)} with settings that its type does not have: ${error.message}`);
    }
  }

  private term({ term, key }: ArchivedRecord): void {
    if (typeof key !== 'number' || key === NO_BOARD || this.termsByKey.has(key))
      reject('activity_terms', 'has a number twice');
    this.terms.set(String(term), key);
    this.termsByKey.set(key, String(term));
  }

  private activity(record: ArchivedRecord): void {
    const { day, sequence } = record as { day: string; sequence: number };
    if (!isNumber(sequence) || !DAY.test(day)) reject('activity', 'has an entry without a place');
    for (const [field, prefix] of TERM_FIELDS) {
      const key = record[field] as number | null;
      if (key === null || (key === NO_BOARD && field === 'previous_board_key')) continue;
      if (this.termsByKey.get(key)?.startsWith(prefix) !== true)
        reject('activity', 'has a record of another organization');
    }
    this.lastActivity = Math.max(this.lastActivity, sequence);
    if (day > dayAfter(clock.now(), 1)) reject('activity', 'has an entry of a day to come');
    if (day < oldestActivityDay()) return;
    this.activityDays.add(day);
    this.assertWellFormed('activity', record, () => this.hasCleanContent(record));
  }

  private assertWellFormed(table: ArchivedTable, record: ArchivedRecord, check: () => void): void {
    try {
      check();
    } catch (error) {
      // The stack does not suffice.
      if (error instanceof RangeError) reject(table, 'has a record that is nested too deep');
      if (!(error instanceof RecordMalformed || error instanceof InvalidInput)) throw error;
      const [issue] = error instanceof InvalidInput ? (error.issues ?? []) : [];
      const problem = issue === undefined ? error.message : `${issue.path}: ${issue.message}`;
      reject(
        table,
        `has ${String(record.id ?? 'a record')} with a value that no call has written: ${problem}`,
      );
    }
  }

  private event({ sequence, board_id: boardId, board_sequence: boardSequence }: ArchivedRecord): void {
    this.advance('', sequence);
    if (typeof boardId === 'string') this.advance(boardId, boardSequence);
  }

  private advance(boardId: string, sequence: unknown): void {
    if (!isNumber(sequence)) reject('events', 'has an event without a number');
    this.lastEvents.set(boardId, Math.max(this.lastEvents.get(boardId) ?? 0, sequence as number));
  }
}

/** A key of another address would let its owner in. */
function assertEmail(table: ArchivedTable, { id, email, email_key: key }: ArchivedRecord): void {
  // Of a person who was erased.
  if (table === 'invitations' && key === `deleted:${String(id)}`) return;
  if (typeof email !== 'string' || email === '' || emailKey(email) !== key)
    reject(table, 'has an address with the key of another one');
}

/** The key of an address would let its owner in, too. */
function assertNoEmail({ id, email, email_key: key }: ArchivedRecord): void {
  if (email !== '' || key !== serviceAccountKey(String(id)))
    reject('users', 'has a service account with an address');
}

/** Numbers continue: the last ones must leave enough for those to come. */
const NUMBER_MAX = 2 ** 48;

function isNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= NUMBER_MAX;
}

function reject(table: ArchivedTable, problem: string): never {
  throw new ArchiveProblem(`${recordsPart(table)} ${problem}`);
}
