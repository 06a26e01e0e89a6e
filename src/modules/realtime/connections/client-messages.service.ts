import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import type { BoardId } from '../../../kernel/ids';
import { BoardSubscriptionsService } from '../boards/board-subscriptions.service';
import type { BoardSubscription } from '../boards/board-subscription';
import { serverMessage } from '../boards/server-message';
import { GesturesService } from '../presence/gestures.service';
import type { ClientMessage } from './client-messages';
import type { Connection } from './connection';
import { SocketCallersService } from './socket-callers.service';

/** Boards of one socket. */
const MAX_SUBSCRIPTIONS = 50;

class TooManySubscriptions extends AppError {
  constructor() {
    super('TOO_MANY_REQUESTS', `A socket can subscribe to at most ${MAX_SUBSCRIPTIONS} boards`);
  }
}

class NotSubscribed extends AppError {
  constructor() {
    super('BAD_REQUEST', 'This socket is not subscribed to the board');
  }
}

type Payload<Type extends ClientMessage['type']> = Extract<ClientMessage, { type: Type }>['payload'];

/** The messages of clients. */
@Injectable()
export class ClientMessagesService {
  private readonly handlers: {
    [Type in ClientMessage['type']]: (connection: Connection, payload: Payload<Type>) => Promise<void> | void;
  } = {
    auth: () => {
      throw new AppError('BAD_REQUEST', 'This socket is authenticated already');
    },
    subscribe: (connection, payload) => this.subscribe(connection, payload),
    unsubscribe: (connection, { boardId }) => this.unsubscribe(connection, boardId as BoardId),
    'cursor.move': (connection, { boardId, position }) =>
      this.gestures.moveCursor(connection, boardOf(connection, boardId), position),
    typing: (connection, { boardId, itemId }) =>
      this.gestures.type(connection, boardOf(connection, boardId), itemId),
    ping: (connection) => connection.send(serverMessage('pong', {})),
  };

  constructor(
    private readonly subscriptions: BoardSubscriptionsService,
    private readonly gestures: GesturesService,
    private readonly callers: SocketCallersService,
  ) {}

  async handle(connection: Connection, { type, payload }: ClientMessage): Promise<void> {
    await this.handlers[type](connection, payload as never);
  }

  /** A board that the socket is subscribed to already begins again, at the given number. */
  private async subscribe(connection: Connection, { boardId, since }: Payload<'subscribe'>): Promise<void> {
    assertSubscribes(connection);
    const id = boardId as BoardId;
    const { subscriptions } = connection;
    if (!subscriptions.has(id) && subscriptions.size >= MAX_SUBSCRIPTIONS) throw new TooManySubscriptions();
    // A subscription costs as much as a call and counts as one.
    await this.callers.count(connection.caller);
    const previous = subscriptions.get(id);
    if (previous !== undefined) this.subscriptions.end(connection, previous);
    await this.subscriptions.begin(connection, id, since);
  }

  private unsubscribe(connection: Connection, boardId: BoardId): void {
    assertSubscribes(connection);
    this.subscriptions.end(connection, subscriptionTo(connection, boardId));
    connection.send(serverMessage('unsubscribed', { boardId }, { boardId }));
  }
}

function assertSubscribes({ boardId }: Connection): void {
  if (boardId !== null)
    throw new AppError('BAD_REQUEST', 'The socket of one board cannot subscribe; connect to /ws');
}

function boardOf(connection: Connection, boardId: string | undefined): BoardSubscription {
  const id = boardId ?? connection.boardId;
  if (id === null) throw InvalidInput.at('boardId', 'Required');
  return subscriptionTo(connection, id as BoardId);
}

function subscriptionTo({ subscriptions }: Connection, boardId: BoardId): BoardSubscription {
  const subscription = subscriptions.get(boardId);
  if (subscription === undefined) throw new NotSubscribed();
  return subscription;
}
