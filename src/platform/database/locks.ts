/**
 * Every advisory lock of Trestle, and the order in which transactions take locks.
 *
 * A transaction takes its locks in this order, so that no two transactions wait for each other:
 *
 * 1. FIRST_OWNER_LOCK; AUDIT_SEAL_LOCK; IDEMPOTENCY_KEY, which is only tried, never waited for, then AUTOMATIONS, and SEARCH_DOCUMENTS;
 * 2. rows of the organization, then of its members, its settings and their users and sessions;
 * 3. rows of a workspace, then of a project, then of a board, then of a form; BOARD_IMPORTS of a board before its row;
 * 4. COMPUTED_COLUMNS of the organization;
 * 5. BOARD_STRUCTURE of each board, in the order of the boards' ids: shared to write items, exclusive to change groups
 *    and columns;
 * 6. COLUMN_DEPENDENCIES of a column, or UNIQUE_KEYS of one;
 * 7. ITEM_LIST of each list, in the order of the lists' keys: shared to write one item, exclusive to write several;
 * 8. rows of items, in the order of their ids; then the rows that belong to items (values, counters, entries of Trash);
 * 9. PARTITIONS_LOCK, only when a partition is missing.
 *
 * The transaction runner retries the deadlocks that remain, such as those of cascading deletes.
 *
 * Statements take an advisory lock with the SQL of this file. Functions in migrations/functions write the seed and name
 * the lock in a comment; an architecture test compares the two.
 */

/** Taken by the one process that migrates. */
const MIGRATION_LOCK = 7_266_383;

/** First key of the locks that identify live workers; the second key is the hash of the worker's id. */
export const WORKER_LOCKS = 7_266_384;

/** Taken, for one batch, by the one process that appends events to the log. */
const RELAY_LOCK = 7_266_385;

/** Taken, for one batch, by the one process that delivers the log to subscribers. */
const DELIVERY_LOCK = 7_266_386;

/** Shared by backups while they read: a partition that is dropped meanwhile would first block all users of its table. */
const BACKUP_LOCK = 7_266_392;

/** Taken by the one process that restores a backup into the database. */
const RESTORE_LOCK = 7_266_393;

/** Taken by the one process that creates the first owner of an installation, before any row. */
const FIRST_OWNER_LOCK = 7_266_394;

/** Taken, for one batch, by the one process that continues the chains of audit entries. */
const AUDIT_SEAL_LOCK = 7_266_400;

/** Taken to create a partition of any table: `create table if not exists` fails when two processes run it at the same time. */
const PARTITIONS_LOCK = 7_266_387;

/** Taken by the one process that claims effects of automations, whose limits count for all processes. */
const EFFECT_CLAIM_LOCK = 7_266_391;

/** Taken, for one statement, by the one process that claims deliveries of webhooks: limits count for all processes. */
const CLAIM_LOCK = 7_266_390;

/** Locks of one kind, one for each key. The lock is released when the transaction ends. */
interface KeyedLock {
  exclusive(key: string): string;
  shared(key: string): string;
  /** True when the lock was free; never waits. */
  tryExclusive(key: string): string;
}

function keyedLock(seed: number): KeyedLock {
  const hash = (key: string) => `hashtextextended(${key}, ${seed})`;
  return {
    exclusive: (key) => `pg_advisory_xact_lock(${hash(key)})`,
    shared: (key) => `pg_advisory_xact_lock_shared(${hash(key)})`,
    tryExclusive: (key) => `pg_try_advisory_xact_lock(${hash(key)})`,
  };
}

/** A running call with an Idempotency-Key; the key names the caller, the procedure and the Idempotency-Key. */
export const IDEMPOTENCY_KEY = keyedLock(0);

/** The order and the counters of a list of items; the key is the list's lane. */
export const ITEM_LIST = keyedLock(7);

/** Imports that update the items of a board by a key, one at a time; the key is the board. */
export const BOARD_IMPORTS = keyedLock(9);

/** The groups and columns of a board; the key is the board. */
export const BOARD_STRUCTURE = keyedLock(11);

/** The dependencies in a column, which must have no cycle; the key is the column. */
export const COLUMN_DEPENDENCIES = keyedLock(13);

/** Calls that create items by the keys of a unique column, one at a time; the key is the column. */
export const UNIQUE_KEYS = keyedLock(15);

/** Which columns are computed from which others, across boards; the key is the organization. */
export const COMPUTED_COLUMNS = keyedLock(17);

/** The search index of an organization, written by one process at a time; the key is the organization. */
export const SEARCH_DOCUMENTS = keyedLock(46);

/** The automations of a board, executed by one process at a time; the key is the board. */
export const AUTOMATIONS = keyedLock(95);

/** SQL of locks that are released when the session's connection closes. */
export const LOCK_MIGRATION = `select pg_advisory_lock(${MIGRATION_LOCK})`;
export const LOCK_BACKUP = `select pg_advisory_lock_shared(${BACKUP_LOCK})`;
export const TRY_RESTORE = `pg_try_advisory_lock(${RESTORE_LOCK})`;
export const LOCK_WORKER = `select pg_advisory_lock(${WORKER_LOCKS}, hashtext($1))`;

/** SQL that is true when the transaction has acquired the lock. */
export const TRY_RELAY = `pg_try_advisory_xact_lock(${RELAY_LOCK})`;
export const TRY_DELIVERY = `pg_try_advisory_xact_lock(${DELIVERY_LOCK})`;
export const LOCK_DELIVERY = `pg_advisory_xact_lock(${DELIVERY_LOCK})`;
export const TRY_NO_BACKUP = `pg_try_advisory_xact_lock(${BACKUP_LOCK})`;
export const LOCK_FIRST_OWNER = `pg_advisory_xact_lock(${FIRST_OWNER_LOCK})`;
export const LOCK_AUDIT_SEALS = `pg_advisory_xact_lock(${AUDIT_SEAL_LOCK})`;
export const TRY_CLAIM = `pg_try_advisory_xact_lock(${CLAIM_LOCK})`;
export const LOCK_PARTITIONS = `pg_advisory_xact_lock(${PARTITIONS_LOCK})`;
export const TRY_EFFECT_CLAIM = `pg_try_advisory_xact_lock(${EFFECT_CLAIM_LOCK})`;
