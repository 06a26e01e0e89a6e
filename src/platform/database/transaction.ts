import type { ClientBase } from 'pg';
import { inSpan } from '../tracing/tracing';
import { type Copy, runCopies } from './copy/copy-in';
import { type BoundStatement, runNamed, type StatementResult } from './named-query';
import { type Statement, statement } from './statement';

const BEGIN = statement('transaction.begin', 'begin');
const COMMIT = statement('transaction.commit', 'commit');
const ROLLBACK = statement('transaction.rollback', 'rollback');
const CHECK = statement('transaction.check', 'set constraints all immediate');
// Savepoints of one name hide each other, and the last one is released first.
const SAVEPOINT = statement('transaction.savepoint', 'savepoint nested');
const RELEASE = statement('transaction.release', 'release savepoint nested');
const ROLLBACK_TO = statement('transaction.rollback-to', 'rollback to savepoint nested');

// For what waits and has nothing to travel with.
const NOTHING = statement('transaction.nothing', 'select');

const ANNOUNCE = statement(
  'transaction.announce-changes',
  `select pg_notify('trestle_changes', topic) from unnest($1::text[]) topic`,
);

function bound(given: Statement): BoundStatement {
  return { statement: given, values: [] };
}

/**
 * A transaction on one connection. Code can carry it in its context; only the transaction runner begins and ends it. It begins
 * with its first statement, in the same message (decision 0106).
 */
export class Transaction {
  private readonly committed: (() => void)[] = [];
  readonly changed = new Set<string>();
  private readonly begin = bound(BEGIN);
  /** Sent with the next statement, before it. */
  private readonly waiting: BoundStatement[] = [this.begin];
  private hasEnded = false;
  /** The end of what was sent in turn; null when nothing of it is left. Never rejects. */
  private last: Promise<void> | null = null;
  /** Work that has not ended; `copies`: messages of copies that are written to the connection. */
  private readonly inProgress = { all: 0, copies: 0 };
  /** Also before the runner commits, when the last statement was sent with the commit. */
  isCommitted = false;

  /** `isRehearsal`: the runner rolls it back when its work is done. */
  constructor(
    private readonly client: ClientBase,
    private readonly isRehearsal = false,
  ) {}

  send<Row>(given: Statement, values: unknown[]): Promise<StatementResult<Row>> {
    return this.last === null ? this.sendNow<Row>(given, values) : this.sendInTurn<Row>(given, values);
  }

  /** For a statement that later ones need not wait for: it is sent after those before it. */
  sendInTurn<Row>(given: Statement, values: unknown[]): Promise<StatementResult<Row>> {
    return this.inTurn(() => this.sendNow<Row>(given, values));
  }

  /**
   * For a statement whose result and errors the caller does not need: sent with the next one, at the latest with the commit,
   * which then fails if the statement does.
   */
  sendWithNext(given: Statement, values: unknown[]): void {
    this.waiting.push({ statement: given, values });
  }

  /** `command` is `copy … from stdin`, `rows` is text of `copyRow`. */
  copy(command: string, rows: string): Promise<void> {
    return this.copyAll([{ command, rows: [Buffer.from(rows)] }]);
  }

  /**
   * Copies in their order, in one message, after everything that was sent before. Prepare the next ones meanwhile: with one message of
   * copies in progress, the next one is sent before its end. No statement can travel with them.
   */
  copyAll(copies: readonly Copy[]): Promise<void> {
    const { inProgress } = this;
    const isFree = !this.hasEnded && this.waiting.length === 0;
    const areAhead = isFree && inProgress.copies === 1 && inProgress.all === 1;
    return this.inTurn(async () => {
      if (this.hasEnded || this.waiting.length > 0) await this.sendNow(NOTHING, []);
      inProgress.copies += 1;
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.batch.size': copies.length };
      await inSpan('COPY', { kind: 'client', attributes }, () =>
        runCopies(this.client, copies, areAhead),
      ).finally(() => (inProgress.copies -= 1));
    }, areAhead);
  }

  /** What `work` does becomes part of the transaction, or nothing does when `work` throws. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const savepoint = bound(SAVEPOINT);
    const changed = new Set(this.changed);
    const listeners = this.committed.length;
    this.waiting.push(savepoint);
    try {
      const result = await work();
      // Sent now, so that a statement that waits fails in here.
      await this.send(RELEASE, []);
      return result;
    } catch (error) {
      await this.rollbackTo(savepoint);
      for (const topic of this.changed) if (!changed.has(topic)) this.changed.delete(topic);
      this.committed.length = listeners;
      throw error;
    }
  }

  /** Names a topic that caches may contain; every replica drops it when, and only when, this transaction commits. */
  invalidate(topic: string): void {
    this.changed.add(topic);
  }

  /** Whether this transaction has changed the source of values with the topic, so that what it reads of them is uncommitted. */
  hasInvalidated(topic: string): boolean {
    return this.changed.has(topic);
  }

  /** Runs after the commit and before the caller gets the response; must not throw. */
  afterCommit(listener: () => void): void {
    this.committed.push(listener);
  }

  /** Sends nothing if there was no statement. */
  async commit(): Promise<void> {
    const isEmpty = !this.hasBegun && this.waiting.length === 1 && this.changed.size === 0;
    if (!isEmpty) await this.end(bound(COMMIT), []);
    this.hasEnded = true;
    this.isCommitted = true;
  }

  /** Instead of the commit: what waits is sent, and constraints that the commit would check are checked. */
  async rehearseCommit(): Promise<void> {
    if (this.hasBegun || this.waiting.length > 1) await this.send(CHECK, []);
  }

  /** The last statement, sent with the commit. */
  async commitWith<Row>(last: Statement, values: unknown[]): Promise<StatementResult<Row>> {
    if (this.isRehearsal) throw new Error('A dry run must not commit');
    const result = await this.end<Row>({ statement: last, values }, [bound(COMMIT)]);
    this.isCommitted = true;
    return result;
  }

  /** Sends nothing if there was no statement. */
  async rollback(): Promise<void> {
    this.hasEnded = true;
    while (this.last !== null) await this.last;
    if (this.hasBegun && !this.isCommitted) await runNamed(this.client, ROLLBACK, []);
  }

  publishCommit(): void {
    for (const listener of this.committed) listener();
  }

  private sendNow<Row>(given: Statement, values: unknown[]): Promise<StatementResult<Row>> {
    // The connection belongs to another transaction now.
    if (this.hasEnded) return Promise.reject(new Error(`The transaction of ${given.name} has ended`));
    this.inProgress.all += 1;
    return runNamed<Row>(this.client, given, values, this.waiting).finally(() => (this.inProgress.all -= 1));
  }

  /**
   * Runs work when all that is in turn before it has ended: the driver executes one statement at a time. Work that is ahead runs
   * now, and the server executes it in turn.
   */
  private inTurn<T>(work: () => Promise<T>, isAhead = false): Promise<T> {
    this.inProgress.all += 1;
    const result = this.last === null || isAhead ? work() : this.last.then(work);
    const ended = result
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.inProgress.all -= 1;
        if (this.last === ended) this.last = null;
      });
    this.last = ended;
    return result;
  }

  private async end<Row>(
    { statement: last, values }: BoundStatement,
    following: readonly BoundStatement[],
  ): Promise<StatementResult<Row>> {
    const topics = [...this.changed];
    if (topics.length > 0) this.sendWithNext(ANNOUNCE, [topics]);
    this.hasEnded = true;
    const result = await runNamed<Row>(this.client, last, values, this.waiting, following);
    // The server commits nothing, and reports no error, when a statement has failed and its error was caught.
    if (result.tag !== 'COMMIT')
      throw new Error('A statement of the transaction failed, and its error was ignored');
    return result;
  }

  private get hasBegun(): boolean {
    return this.waiting[0] !== this.begin;
  }

  /** Sends nothing, and nothing that waits, if the savepoint was not sent. */
  private async rollbackTo(savepoint: BoundStatement): Promise<void> {
    const at = this.waiting.indexOf(savepoint);
    this.waiting.length = Math.max(0, at);
    if (at !== -1) return;
    this.sendWithNext(ROLLBACK_TO, []);
    await this.send(RELEASE, []);
  }
}

/**
 * The access that authorized the work, which can be revoked while the work runs. Every transaction checks it at its start
 * and before the commit (decision 0080).
 */
export interface AccessLease {
  /** Whether the source of the access is unchanged. Reads memory only, without a statement. */
  isCurrent(): boolean;
  /** Reads, in the transaction, whether the change leaves everything that authorized the work. */
  isConfirmed(context: InTransaction<DatabaseContext>): Promise<boolean>;
  /** Reads the access again for the context of another attempt; throws when it was revoked. */
  renew(): Promise<object>;
}

/** The context of database code: its transaction, if any. */
export interface DatabaseContext {
  readonly transaction: Transaction | null;
  /** Absent when the work runs for no caller. */
  readonly lease?: AccessLease;
}

export type InTransaction<C extends DatabaseContext> = C & { readonly transaction: Transaction };

/** Whether the caller's access has not changed since it authorized the work. */
export function hasCurrentAccess({ lease }: DatabaseContext): boolean {
  return lease === undefined || lease.isCurrent();
}

/**
 * Whether a write is a transaction of its own, so that nothing checks the caller's access between its end and its commit. It
 * ends with `item_write_is_in_time` (decision 0080).
 */
export function isAlone({ transaction, lease }: DatabaseContext): boolean {
  return transaction === null && lease !== undefined;
}
