import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { BoardId } from '../../../kernel/ids';
import { RecordNotFound } from '../../../access/access-errors';
import type { ClientSocket } from '../../../http/sockets/client-socket';
import { closeReasonOf } from '../../../http/sockets/close-code';
import { asAppError } from '../../../http/errors/error-shape';
import { ChangeFeed } from '../../../platform/cache/change-feed';
import { LimitsConfig } from '../../../platform/config/limits.config';
import { Log } from '../../../platform/logging/log';
import { BoardSubscriptionsService } from '../boards/board-subscriptions.service';
import { type ServerMessage, serverMessage } from '../boards/server-message';
import { UserChannelsService } from '../notifications/user-channels.service';
import { AccessWatchService } from './access-watch.service';
import { ClientMessagesService } from './client-messages.service';
import { type ClientMessage, isBoardId, parseClientMessage } from './client-messages';
import { Connection } from './connection';
import { ConnectionLimits } from './connection-limits';
import type { SocketCaller } from './socket-caller';

/** Messages that are rejected before the socket is closed. */
const MAX_REJECTED = 20;

/** Messages that wait for the one in progress, such as a subscription whose replay the client does not read. */
const MAX_WAITING = 100;

/** What a socket is for: a board, by the text in its address, or everything that its user subscribes to. */
export type SocketPurpose = { boardId: string; since?: number } | { boardId: null };

/** Open sockets of authenticated users, from their first message to their end. */
@Injectable()
export class ConnectionsService {
  private readonly limits: ConnectionLimits;

  constructor(
    private readonly subscriptions: BoardSubscriptionsService,
    private readonly messages: ClientMessagesService,
    private readonly users: UserChannelsService,
    private readonly watch: AccessWatchService,
    private readonly changes: ChangeFeed,
    private readonly log: Log,
    config: LimitsConfig,
  ) {
    this.limits = new ConnectionLimits(config.rateLimits === 'off');
    watch.onBoardEnded = (connection, boardId) => {
      const subscription = connection.subscriptions.get(boardId as BoardId);
      if (subscription !== undefined) subscriptions.end(connection, subscription);
    };
  }

  assertRoom(caller: SocketCaller): void {
    this.limits.assertRoom(caller);
  }

  open(socket: ClientSocket, caller: SocketCaller, purpose: SocketPurpose): void {
    const { boardId } = purpose;
    const connection = new Connection(socket, caller, boardId as BoardId | null, this.changes, (outdated) =>
      this.watch.renew(outdated),
    );
    this.limits.add(connection);
    this.watch.add(connection);
    const begun = boardId === null ? this.users.join(connection) : this.begin(connection, purpose);
    // Messages are handled one after the other, in their order.
    let previous = begun.catch((error: unknown) => this.fail(connection, error));
    let waiting = 0;
    socket.onMessage((text) => {
      if (waiting === MAX_WAITING) {
        socket.close('tooMany', 'Too many messages; slow down');
        return;
      }
      waiting += 1;
      previous = previous
        .then(() => this.receive(connection, text))
        .finally(() => {
          waiting -= 1;
        });
    });
    socket.onEnd(() => {
      this.limits.remove(connection);
      this.watch.remove(connection);
      this.users.leave(connection);
      for (const subscription of Array.from(connection.subscriptions.values()))
        this.subscriptions.end(connection, subscription);
    });
  }

  private async begin(
    connection: Connection,
    { boardId, since }: { boardId: string | null; since?: number },
  ) {
    if (boardId === null || !isBoardId(boardId)) throw new RecordNotFound('board');
    await this.subscriptions.begin(connection, boardId as BoardId, since);
  }

  private async receive(connection: Connection, text: string): Promise<void> {
    if (!connection.isOpen) return;
    let message: ClientMessage | null = null;
    try {
      message = parseClientMessage(text);
      await this.messages.handle(connection, message);
    } catch (thrown) {
      const failure = this.shown(thrown);
      connection.send(errorMessage(failure, message));
      if (failure.code === 'BAD_REQUEST') connection.rejected += 1;
      if (connection.rejected > MAX_REJECTED) connection.close('badRequest', 'Too many invalid messages');
    }
  }

  private fail(connection: Connection, thrown: unknown): void {
    const failure = this.shown(thrown);
    connection.close(closeReasonOf(failure.code), failure.message);
  }

  private shown(thrown: unknown): AppError {
    const failure = asAppError(thrown);
    if (failure.code === 'INTERNAL_SERVER_ERROR')
      this.log.error('a socket message failed', { error: thrown });
    return failure;
  }
}

/** `cause` is the message that was rejected; null if it could not be read. */
function errorMessage(
  { code, message, issues, retryAfterSeconds }: AppError,
  cause: ClientMessage | null,
): ServerMessage {
  const payload = {
    code,
    message,
    ...(cause === null ? {} : { type: cause.type }),
    ...(issues === undefined ? {} : { issues }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  const boardId = cause !== null && 'boardId' in cause.payload ? cause.payload.boardId : undefined;
  return serverMessage('error', payload, boardId === undefined ? {} : { boardId: boardId as BoardId });
}
