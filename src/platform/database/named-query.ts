import { Query, type Submittable } from 'pg';
import driverUtils from 'pg/lib/utils';
import { publicNameOf, type Statement } from './statement';
import { inSpan, isTraced } from '../tracing/tracing';
import { sqlState } from './database-errors';
import { statementFailures } from './metrics/statement-failures';

type Parse = (text: string) => unknown;

/** The columns of a statement's result. */
interface RowShape {
  readonly names: readonly string[];
  readonly parsers: readonly Parse[];
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** The parts of the driver's connection that a query uses. */
interface Connection {
  /** The texts of the statements that the server has parsed for this connection, by name. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  readonly stream: { write(bytes: Buffer): void; readonly writable: boolean };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper(value: unknown): unknown }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: object): void;
  sync(): void;
}

/** Statements are constants, and their names differ when their texts do: a shape is valid for the process's lifetime. */
const shapes = new Map<string, RowShape>();

const batches = new WeakMap<Connection, Connection & { readonly messages: Buffer[] }>();

/** The connection, except that it collects messages instead of sending each. */
function batchOn(connection: Connection): Connection & { readonly messages: Buffer[] } {
  let batch = batches.get(connection);
  if (batch === undefined) {
    const messages: Buffer[] = [];
    const collect = { value: (message: Buffer) => void messages.push(message) };
    batch = Object.create(connection, { messages: { value: messages }, _send: collect }) as NonNullable<
      typeof batch
    >;
    batches.set(connection, batch);
  }
  return batch;
}

/** PostgreSQL reads neither a year 0 nor the signs that ISO 8601 has before years of more digits. */
const FOUR_DIGIT_YEAR = /^(?!0000)\d{4}-/;

/** ISO 8601 for dates, which the driver composes in the local time zone, a dozen short texts each. */
function parameterOf(value: unknown): string | Buffer | null {
  if (!(value instanceof Date)) return driverUtils.prepareValue(value);
  const text = value.toISOString();
  return FOUR_DIGIT_YEAR.test(text) ? text : driverUtils.prepareValue(value);
}

export interface StatementResult<Row> {
  rows: Row[];
  /** Of a write: how many rows it wrote. */
  rowCount: number | null;
  /** What the server reports to have done last, such as `UPDATE 5` or `COMMIT`. */
  tag: string;
}

/** A statement with its parameters. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly values: unknown[];
}

/**
 * The driver accepts only its own class on a connection with several queries in progress. Its methods are all overridden: its types
 * declare them as properties.
 */
const DriverQuery = Query as unknown as new (text: string) => object;

export type Answered = (error: Error | null, result: StatementResult<unknown>) => void;

/** Whether the server has parsed the statement for this connection, or will have before it reads the next message. */
function isParsed(
  { parsedStatements, submittedNamedStatements }: Connection,
  { name, text }: Statement,
): boolean {
  return name !== '' && (parsedStatements[name] === text || submittedNamedStatements[name] === text);
}

/** Whether the message has parsed the statement already: the server rejects a second one with its name. */
function isRepeated(each: BoundStatement, sent: readonly BoundStatement[]): boolean {
  const { name } = each.statement;
  return name !== '' && sent.find(({ statement }) => statement.name === name) !== each;
}

/**
 * A named statement on its way to the server. The driver's own query copies its options, emits an event for each row, sends
 * four messages one by one, and requests a description of the columns on every call. The columns of a named statement are
 * known after the first call (decision 0037).
 *
 * Statements whose results no one needs can precede and follow it in the same message. The server then executes all of them, or
 * those before the first that fails, and responds once (decision 0106).
 */
class NamedQuery extends DriverQuery {
  /** Of the statement whose response is being read: the driver records under it that the server has parsed it. */
  name: string;
  text: string;
  /** Set by the driver, unless there is one. */
  callback: Answered | undefined;
  /** The driver writes its parsers of types here. */
  readonly _result: { _types: { getTypeParser(oid: number, format: 'text'): Parse } | null } = {
    _types: null,
  };
  private readonly result: StatementResult<unknown> = { rows: [], rowCount: null, tag: '' };
  private shape: RowShape | undefined;
  private failure: Error | null = null;
  /** The statements without a response so far. */
  private readonly pending: Statement[] = [];

  /** `preceding`: emptied when they are sent. */
  constructor(
    private readonly main: BoundStatement,
    private readonly preceding: BoundStatement[] = [],
    private readonly following: readonly BoundStatement[] = [],
  ) {
    super('');
    this.name = main.statement.name;
    this.text = main.statement.text;
  }

  submit(connection: Connection): Error | null {
    const sent = [...this.preceding, this.main, ...this.following];
    const { statement } = this.main;
    const batch = batchOn(connection);
    this.shape = isParsed(connection, statement) ? shapes.get(statement.name) : undefined;
    batch.messages.length = 0;
    try {
      for (const each of sent) {
        if (!isParsed(connection, each.statement) && !isRepeated(each, sent)) batch.parse(each.statement);
        batch.bind({ statement: each.statement.name, values: each.values, valueMapper: parameterOf });
        if (each === this.main && this.shape === undefined) batch.describe({ type: 'P', name: '' });
        batch.execute({});
      }
    } catch (error) {
      // Nothing was sent.
      return error as Error;
    }
    batch.sync();
    if (connection.stream.writable) connection.stream.write(Buffer.concat(batch.messages));
    for (const { statement: each } of sent) {
      if (each.name !== '' && !isParsed(connection, each))
        connection.submittedNamedStatements[each.name] = each.text;
      this.pending.push(each);
    }
    this.preceding.length = 0;
    this.read(this.pending[0]!);
    return null;
  }

  handleRowDescription({ fields }: RowDescription): void {
    const types = this._result._types!;
    this.shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
    };
    if (this.name !== '') shapes.set(this.name, this.shape);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (!this.isMain) return;
    const { names, parsers } = this.shape!;
    const row: Record<string, unknown> = {};
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at]!;
        row[names[at]!] = text === null ? null : parsers[at]!(text);
      }
    } catch (error) {
      this.failure = error as Error;
    }
    this.result.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.result.tag = text;
    if (this.isMain) {
      // `INSERT 0 5`, `SELECT 5`, `BEGIN`.
      const count = Number.parseInt(text.slice(text.lastIndexOf(' ') + 1), 10);
      this.result.rowCount = Number.isNaN(count) ? null : count;
    }
    this.pending.shift();
    const [next] = this.pending;
    if (next !== undefined) this.read(next);
  }

  handleReadyForQuery(): void {
    this.callback?.(this.failure, this.result);
  }

  handleError(error: Error, { submittedNamedStatements }: Connection): void {
    // The server has not read what follows the statement that failed.
    for (const { name } of this.pending) delete submittedNamedStatements[name];
    this.callback?.(error, this.result);
  }

  handleEmptyQuery(): void {}

  /** Whether the response that is being read is that of the main statement. */
  private get isMain(): boolean {
    return this.pending.length === this.following.length + 1;
  }

  private read({ name, text }: Statement): void {
    this.name = name;
    this.text = text;
  }
}

/**
 * Runs a statement on a pool or on one connection: after `preceding`, which is emptied when they are sent, and before `following`.
 * An error of one of them is the error of the statement.
 */
export function runNamed<Row>(
  on: Sender,
  statement: Statement,
  values: unknown[],
  preceding?: BoundStatement[],
  following?: readonly BoundStatement[],
): Promise<StatementResult<Row>> {
  const query = new NamedQuery({ statement, values }, preceding, following);
  return isTraced() ? sendInSpan(on, statement, query) : send(on, query);
}

/** A pool, or a connection. */
export interface Sender {
  query(query: Submittable, answered: Answered): unknown;
}

/** The span includes the wait for a connection of the pool, and has neither the text of the statement nor its values. */
function sendInSpan<Row>(on: Sender, statement: Statement, query: NamedQuery): Promise<StatementResult<Row>> {
  const name = publicNameOf(statement);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return inSpan(name, { kind: 'client', attributes }, async (span) => {
    try {
      const result = await send<Row>(on, query);
      span.set({ 'db.response.returned_rows': result.rows.length });
      return result;
    } catch (error) {
      const state = sqlState(error);
      if (state !== undefined) span.set({ 'db.response.status_code': state });
      throw error;
    }
  });
}

function send<Row>(on: Sender, query: NamedQuery): Promise<StatementResult<Row>> {
  return new Promise((resolve, reject) => {
    on.query(query as unknown as Submittable, (error, result) => {
      if (error) {
        statementFailures.add(error);
        reject(error);
      } else resolve(result as StatementResult<Row>);
    });
  });
}
