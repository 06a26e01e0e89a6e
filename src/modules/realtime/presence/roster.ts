import type { BoardId, UserId } from '../../../kernel/ids';

/** The presence of users on boards: from the sockets of this process, and from the announcements of other processes. */
export class Roster {
  private readonly own = new Map<BoardId, Map<UserId, number>>();
  /** When a process last named the user, by process. */
  private readonly others = new Map<BoardId, Map<UserId, Map<string, number>>>();

  constructor(private readonly expireMs: number) {}

  users(boardId: BoardId): UserId[] {
    const own = this.own.get(boardId)?.keys() ?? [];
    const others = this.others.get(boardId)?.keys() ?? [];
    return [...new Set([...own, ...others])];
  }

  isPresent(boardId: BoardId, userId: UserId): boolean {
    return this.own.get(boardId)?.has(userId) === true || this.others.get(boardId)?.has(userId) === true;
  }

  /** True if this is the user's first socket of this process at the board. */
  enter(boardId: BoardId, userId: UserId): boolean {
    const users = entry(this.own, boardId, () => new Map<UserId, number>());
    const count = (users.get(userId) ?? 0) + 1;
    users.set(userId, count);
    return count === 1;
  }

  /** True if it was the user's last socket of this process at the board. */
  exit(boardId: BoardId, userId: UserId): boolean {
    const users = this.own.get(boardId);
    const count = users?.get(userId) ?? 0;
    if (count > 1) users!.set(userId, count - 1);
    else users?.delete(userId);
    if (users?.size === 0) this.own.delete(boardId);
    return count === 1;
  }

  ownUsers(): { boardId: BoardId; userIds: UserId[] }[] {
    return [...this.own].map(([boardId, users]) => ({ boardId, userIds: [...users.keys()] }));
  }

  named(process: string, boardId: BoardId, userId: UserId, nowMs: number): void {
    const users = entry(this.others, boardId, () => new Map<UserId, Map<string, number>>());
    entry(users, userId, () => new Map<string, number>()).set(process, nowMs);
  }

  /** The user left the board, or the whole process all boards, as far as that process is concerned. */
  unnamed(process: string, boardId: BoardId, userId: UserId): void {
    const users = this.others.get(boardId);
    const processes = users?.get(userId);
    processes?.delete(process);
    if (processes?.size === 0) users!.delete(userId);
    if (users?.size === 0) this.others.delete(boardId);
  }

  /** The entries of a process, and those that were not repeated in time. */
  stale(nowMs: number, ended?: string): { process: string; boardId: BoardId; userId: UserId }[] {
    return [...this.others].flatMap(([boardId, users]) =>
      [...users].flatMap(([userId, processes]) =>
        [...processes]
          .filter(([process, atMs]) => process === ended || atMs <= nowMs - this.expireMs)
          .map(([process]) => ({ process, boardId, userId })),
      ),
    );
  }
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
