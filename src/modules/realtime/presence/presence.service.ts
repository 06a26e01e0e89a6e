import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId, UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { Broadcast } from '../../../platform/broadcast/broadcast';
import { newUuid } from '../../../platform/crypto/random';
import { Log } from '../../../platform/logging/log';
import { HierarchyService, type UserReference } from '../../hierarchy';
import { BoardChannelsService } from '../boards/board-channels.service';
import type { BoardSubscription } from '../boards/board-subscription';
import { serverMessage } from '../boards/server-message';
import type { Connection } from '../connections/connection';
import { type ProcessMessage, readProcessMessage } from './process-messages';
import { Roster } from './roster';

/** Each process names its users again at this interval. */
const REPEAT_MS = 10_000;
/** Users of a process that has been silent for so long have left: it was killed. */
const EXPIRE_MS = 25_000;
/** Users in one message, which a NOTIFY must be able to contain. */
const USERS_PER_MESSAGE = 100;

/** Who looks at a board, as all processes agree on it. */
@Injectable()
export class PresenceService implements BeforeApplicationShutdown {
  private readonly process = newUuid();
  private readonly roster = new Roster(EXPIRE_MS);
  /** The organization of each board with sockets of this process. */
  private readonly organizations = new Map<BoardId, OrganizationId>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly broadcast: Broadcast,
    private readonly channels: BoardChannelsService,
    private readonly hierarchy: HierarchyService,
    private readonly log: Log,
  ) {}

  /** Sends the present users to the socket, and the user to the others. */
  async join(connection: Connection, subscription: BoardSubscription): Promise<void> {
    this.start();
    const { boardId } = subscription;
    const { organizationId, userId } = connection;
    const wasPresent = this.roster.isPresent(boardId, userId);
    this.organizations.set(boardId, organizationId);
    if (this.roster.enter(boardId, userId)) this.name(boardId, [userId]);
    subscription.isPresent = true;
    const users = await this.users(organizationId, this.roster.users(boardId));
    for (const user of users) {
      if (this.roster.isPresent(boardId, user.id)) subscription.receive(joined(boardId, user));
      if (!wasPresent && user.id === userId)
        this.channels.publish(boardId, [joined(boardId, user)], connection);
    }
  }

  leave(connection: Connection, subscription: BoardSubscription): void {
    if (!subscription.isPresent) return;
    subscription.isPresent = false;
    const { boardId } = subscription;
    const { userId } = connection;
    if (!this.channels.isWatched(boardId)) this.organizations.delete(boardId);
    if (!this.roster.exit(boardId, userId)) return;
    this.broadcast.send({ kind: 'left', process: this.process, board: boardId, user: userId });
    this.publishLeave(boardId, userId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.broadcast.send({ kind: 'bye', process: this.process });
    await this.broadcast.flush();
  }

  /** Names the users of this process again, and forgets those that no process has named for long. */
  repeat(nowMs = performance.now()): void {
    for (const { boardId, userIds } of this.roster.ownUsers()) this.name(boardId, userIds);
    this.forget(this.roster.stale(nowMs));
  }

  private start(): void {
    if (this.timer !== null) return;
    this.timer = setInterval(() => this.repeat(), REPEAT_MS);
    this.timer.unref();
    const hello = { kind: 'hello', process: this.process };
    this.broadcast.listen(
      (messages) => void this.receive(messages),
      () => {
        this.broadcast.send(hello);
        this.repeat();
      },
    );
  }

  private name(boardId: BoardId, userIds: readonly UserId[]): void {
    for (let at = 0; at < userIds.length; at += USERS_PER_MESSAGE) {
      const users = userIds.slice(at, at + USERS_PER_MESSAGE);
      this.broadcast.send({ kind: 'here', process: this.process, board: boardId, users });
    }
  }

  private async receive(messages: readonly Json[]): Promise<void> {
    const arrived = new Map<BoardId, UserId[]>();
    for (const each of messages) {
      const message = readProcessMessage(each);
      if (message !== null) this.apply(message, arrived);
    }
    for (const [boardId, userIds] of arrived) {
      const organizationId = this.organizations.get(boardId);
      if (organizationId === undefined) continue;
      // Sockets that miss it see the user when they connect.
      await this.publishArrivals(organizationId, boardId, userIds).catch((error: unknown) =>
        this.log.warn('present users could not be read', { error }),
      );
    }
  }

  private apply(message: ProcessMessage, arrived: Map<BoardId, UserId[]>): void {
    if (message.kind === 'gesture') {
      const boardId = message.board as BoardId;
      this.channels.publish(boardId, [serverMessage(message.type, message.payload, { boardId })]);
      return;
    }
    const { process } = message;
    if (message.kind === 'hello') this.repeat();
    else if (message.kind === 'bye') this.forget(this.roster.stale(performance.now(), process));
    else if (message.kind === 'left')
      this.forget([{ process, boardId: message.board as BoardId, userId: message.user as UserId }]);
    else {
      const boardId = message.board as BoardId;
      for (const userId of message.users as UserId[]) {
        if (!this.roster.isPresent(boardId, userId))
          arrived.set(boardId, [...(arrived.get(boardId) ?? []), userId]);
        this.roster.named(process, boardId, userId, performance.now());
      }
    }
  }

  private forget(entries: readonly { process: string; boardId: BoardId; userId: UserId }[]): void {
    for (const { process, boardId, userId } of entries) {
      this.roster.unnamed(process, boardId, userId);
      this.publishLeave(boardId, userId);
    }
  }

  private publishLeave(boardId: BoardId, userId: UserId): void {
    if (this.roster.isPresent(boardId, userId)) return;
    this.channels.publish(boardId, [serverMessage('presence.leave', { userId }, { boardId })]);
  }

  private async publishArrivals(
    organizationId: OrganizationId,
    boardId: BoardId,
    userIds: readonly UserId[],
  ): Promise<void> {
    for (const user of await this.users(organizationId, userIds)) {
      if (this.roster.isPresent(boardId, user.id)) this.channels.publish(boardId, [joined(boardId, user)]);
    }
  }

  private users(organizationId: OrganizationId, ids: readonly UserId[]): Promise<UserReference[]> {
    return this.hierarchy.memberProfiles({ organizationId, transaction: null }, ids);
  }
}

function joined(boardId: BoardId, user: UserReference) {
  return serverMessage('presence.join', { userId: user.id, user }, { boardId });
}
