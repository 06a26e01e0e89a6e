import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { RecordNotFound } from '../../../access/access-errors';
import { Broadcast } from '../../../platform/broadcast/broadcast';
import { HierarchyService } from '../../hierarchy';
import { BoardChannelsService } from '../boards/board-channels.service';
import type { BoardSubscription } from '../boards/board-subscription';
import { serverMessage } from '../boards/server-message';
import type { Connection } from '../connections/connection';
import { SocketCallersService } from '../connections/socket-callers.service';

/** Of the positions of a cursor in this time, the last one is sent. */
const PAUSE_MS = 50;

interface Gesture {
  connection: Connection;
  boardId: BoardId;
  type: string;
  payload: { [field: string]: Json };
}

/** Cursors and typing: sent to the other sockets of the board and stored nowhere. */
@Injectable()
export class GesturesService {
  private waiting = new Map<string, Gesture>();
  private timer: NodeJS.Timeout | null = null;
  /** The item of each socket's last check, so that typing in one item is checked once. */
  private readonly checked = new WeakMap<Connection, string>();

  constructor(
    private readonly broadcast: Broadcast,
    private readonly channels: BoardChannelsService,
    private readonly hierarchy: HierarchyService,
    private readonly callers: SocketCallersService,
  ) {}

  /** Null: the cursor is nowhere on the board. */
  moveCursor(connection: Connection, { boardId }: BoardSubscription, position: Json): void {
    const { userId } = connection;
    this.send({ connection, boardId, type: 'cursor.move', payload: { userId, position } });
  }

  async type(connection: Connection, { boardId }: BoardSubscription, itemId: string): Promise<void> {
    const { userId } = connection;
    const place = `${boardId}:${itemId}`;
    if (this.checked.get(connection) !== place) {
      // It costs as much as a call and counts as one.
      await this.callers.count(connection.caller);
      await connection.currentAccess();
      const { facts } = await this.hierarchy.item(connection.context(), itemId as ItemId);
      if (facts.id !== boardId) throw new RecordNotFound('item');
      this.checked.set(connection, place);
    }
    this.send({ connection, boardId, type: 'typing', payload: { userId, itemId } });
  }

  private send(gesture: Gesture): void {
    const { boardId, type, connection } = gesture;
    this.waiting.set(`${type}:${boardId}:${connection.userId}`, gesture);
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  private flush(): void {
    const { waiting } = this;
    this.waiting = new Map();
    this.timer = null;
    for (const { connection, boardId, type, payload } of waiting.values()) {
      // The access may have ended since.
      if (!connection.isOpen || !connection.subscriptions.has(boardId)) continue;
      this.channels.publish(boardId, [serverMessage(type, payload, { boardId })], connection);
      this.broadcast.send({ kind: 'gesture', type, board: boardId, payload });
    }
  }
}
