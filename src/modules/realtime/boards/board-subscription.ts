import type { BoardId } from '../../../kernel/ids';
import type { BoardFacts } from '../../hierarchy';
import { resync, type ServerMessage } from './server-message';

/** Messages that wait while a subscription begins or its access is read again. */
const MAX_WAITING = 1_000;

/** The socket that a subscription sends to. */
export interface Subscriber {
  /** Whether nothing has changed that the access was read from; reads memory only. */
  hasCurrentAccess(subscription: BoardSubscription): boolean;
  /** Reads the access again, and then releases the subscriptions or ends them. */
  renewAccess(): void;
  send(...messages: ServerMessage[]): void;
  drop(): void;
}

/** One socket's subscription to one board: every message after `lastSeq` once, in order, and none without access. */
export class BoardSubscription {
  /** Whether the user counts as present because of it. */
  isPresent = false;
  private lastSeq = 0;
  private waiting: ServerMessage[] | null = [];
  /** Whether `ready` was sent. */
  private hasBegun = false;

  constructor(
    readonly subscriber: Subscriber,
    readonly boardId: BoardId,
    /** The board as the access was decided with it. */
    public facts: BoardFacts,
  ) {}

  /** From here on, messages after this number are due. */
  beginAt(seq: number): void {
    this.lastSeq = seq;
  }

  /** Sends what waited, and then each message immediately. */
  begin(): void {
    this.hasBegun = true;
    this.release();
  }

  hold(): void {
    this.waiting ??= [];
  }

  release(): void {
    if (!this.hasBegun || this.waiting === null) return;
    const { waiting } = this;
    this.waiting = null;
    this.receive(...waiting);
  }

  receive(...messages: ServerMessage[]): void {
    if (this.waiting === null && !this.subscriber.hasCurrentAccess(this)) {
      this.hold();
      this.subscriber.renewAccess();
    }
    if (this.waiting === null) this.send(...messages);
    else if (this.waiting.length + messages.length <= MAX_WAITING) this.waiting.push(...messages);
    else this.subscriber.drop();
  }

  /** Sends without waiting: what a subscription begins with. */
  send(...messages: ServerMessage[]): void {
    const due = messages.flatMap((message) => this.due(message) ?? []);
    if (due.length > 0) this.subscriber.send(...due);
  }

  private due(message: ServerMessage): ServerMessage | null {
    const { seq } = message;
    if (seq === null) return message;
    if (seq <= this.lastSeq) return null;
    // A number is missing only if its message could not be built.
    const isNext = seq === this.lastSeq + 1;
    this.lastSeq = seq;
    return isNext ? message : resync(this.boardId, seq);
  }
}
