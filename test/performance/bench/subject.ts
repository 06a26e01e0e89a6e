import type { ColumnKey } from './data/board-shape';

/** A loaded board, by the ids the subject gave to what `data/board-shape.ts` and the generator name. */
export interface LoadedBoard {
  readonly boardId: string;
  /** A board with as many columns, of which the last are computed where the subject can compute. */
  readonly computedBoardId: string;
  /** In board order. */
  readonly groupIds: readonly string[];
  readonly columnIds: Readonly<Record<ColumnKey, string>>;
  /** In board order: `itemIds[i]` is record i of the generator. The first one has 100,000 comments. */
  readonly itemIds: readonly string[];
  /** A published form of the board (data/bench-form.ts), which anyone can submit. */
  readonly formId: string;
  /** Members that comments mention. */
  readonly userIds: readonly string[];
}

/** A board, and the log of events that it shares with the other boards. */
export interface BoardHandles extends LoadedBoard {
  /** Places in the log, each with a full page of events behind it; empty without a log. */
  readonly feedCursors: readonly string[];
}

/** How large a board to load; the same plan gives the same records to both sides. */
export interface BoardPlan {
  readonly itemCount: number;
  readonly groupCount: number;
  readonly seed: number;
  /** Events in the log, which the first board is loaded with; none unless given. */
  readonly eventCount?: number;
}

export interface RunningSubject {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** A bearer token that may do everything that is measured, with limits out of the way. */
  readonly token: string;
  /** The process whose resident memory counts. */
  readonly processId: number;
}

/** One side of the comparison: a server in a separate process, on the run's database. */
export interface Subject {
  readonly name: string;
  /** Makes its schema in the empty database and serves. */
  start(): Promise<RunningSubject>;
  /** Adds a board while the server runs, and leaves the tables vacuumed and analyzed. */
  load(plan: BoardPlan): Promise<BoardHandles>;
  stop(): Promise<void>;
}

export interface SubjectContext {
  /** A database that belongs to this run; both sides share it, each in its own schema. */
  readonly databaseUrl: string;
  log(line: string): void;
}

export type SubjectFactory = (context: SubjectContext) => Subject;
