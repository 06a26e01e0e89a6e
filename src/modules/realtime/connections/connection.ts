import type { BoardId, OrganizationId, UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { ClientSocket } from '../../../http/sockets/client-socket';
import type { CloseReason } from '../../../http/sockets/close-code';
import type { ChangeFeed } from '../../../platform/cache/change-feed';
import { isOutdated } from '../../../platform/cache/fresh-cache';
import type { BoardSubscription, Subscriber } from '../boards/board-subscription';
import type { ServerMessage } from '../boards/server-message';
import type { SocketCaller } from './socket-caller';

/** The open socket of an authenticated user: of one board, or with subscriptions to boards. */
export class Connection implements Subscriber {
  private readonly byBoard = new Map<BoardId, BoardSubscription>();
  /** Messages of the client that were rejected. */
  rejected = 0;
  /** The position of the change feed at which the access was found current. */
  private currentAt = -1;

  constructor(
    readonly socket: ClientSocket,
    readonly caller: SocketCaller,
    /** The only board of the socket; null for a socket that subscribes. */
    readonly boardId: BoardId | null,
    private readonly changes: ChangeFeed,
    private readonly renew: (connection: Connection) => Promise<void>,
  ) {}

  get userId(): UserId {
    return this.caller.userId;
  }

  get organizationId(): OrganizationId {
    return this.caller.organizationId;
  }

  get subscriptions(): ReadonlyMap<BoardId, BoardSubscription> {
    return this.byBoard;
  }

  get isOpen(): boolean {
    return this.socket.isOpen;
  }

  add(subscription: BoardSubscription): void {
    this.byBoard.set(subscription.boardId, subscription);
    this.currentAt = -1;
  }

  /** Whether the subscription has not ended; false when the connection is closed. */
  has(subscription: BoardSubscription): boolean {
    return this.isOpen && this.byBoard.get(subscription.boardId) === subscription;
  }

  remove(subscription: BoardSubscription): void {
    const { boardId } = subscription;
    if (this.byBoard.get(boardId) === subscription) this.byBoard.delete(boardId);
  }

  context(): CallContext {
    return this.caller.context();
  }

  /** Whether nothing has changed that the access of the user and of all subscriptions was read from. */
  hasCurrentAccess(): boolean {
    const { position } = this.changes;
    if (position === this.currentAt && !this.caller.isDue()) return true;
    const isCurrent =
      this.caller.isCurrent() && [...this.byBoard.values()].every(({ facts }) => !isOutdated(facts));
    if (isCurrent) this.currentAt = position;
    return isCurrent;
  }

  renewAccess(): void {
    void this.renew(this);
  }

  /** Before a message of the client is decided: as with calls, what was granted or withdrawn a moment ago counts. */
  async currentAccess(): Promise<void> {
    if (!this.hasCurrentAccess()) await this.renew(this);
  }

  send(...messages: ServerMessage[]): void {
    this.socket.send(messages.map(({ frame }) => frame));
  }

  drained(): Promise<void> {
    return this.socket.drained();
  }

  drop(): void {
    this.socket.drop();
  }

  close(reason: CloseReason, text: string): void {
    this.socket.close(reason, text);
  }
}
