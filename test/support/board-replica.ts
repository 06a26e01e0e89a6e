import type { TestApp } from './app';
import type { WireClient } from './client';
import { LiveSocket, type LiveMessage } from './live-socket';

export interface ReplicaItem {
  id: string;
  name: string;
  groupId: string;
  values: Record<string, unknown>;
}

/** A board as a client knows it that reads it once and then applies messages, as docs/realtime.md describes it. */
export class BoardReplica {
  /** Items of each group, in their order. */
  private groups = new Map<string, ReplicaItem[]>();
  private last: number | null = null;
  private socket: LiveSocket | null = null;
  /** Numbers that did not follow the number before. */
  readonly gaps: string[] = [];
  private applied: () => void = () => undefined;

  constructor(
    private readonly app: TestApp,
    private readonly boardId: string,
    readonly client: WireClient,
  ) {}

  async connect(): Promise<void> {
    if (this.socket !== null) return;
    const since = this.last === null ? '' : `?since=${this.last}`;
    const socket = await LiveSocket.open(this.app, `/ws/${this.boardId}${since}`, this.client.caller);
    this.socket = socket;
    const { seq } = await socket.ofType('ready');
    const isNew = this.last === null;
    this.last ??= seq!;
    if (isNew) await this.load();
    for (const message of socket.messages) this.apply(message);
    socket.socket.on('message', () => {
      if (this.socket === socket) this.apply(socket.messages.at(-1)!);
    });
  }

  /** The connection breaks, whatever is on its way. */
  lose(): void {
    this.socket?.socket.terminate();
    this.socket = null;
  }

  async reaches(seq: number): Promise<void> {
    const deadline = performance.now() + 20_000;
    while (this.last! < seq) {
      if (performance.now() > deadline) throw new Error(`is at ${this.last}, not at ${seq}`);
      await new Promise<void>((resolve) => {
        this.applied = resolve;
        setTimeout(resolve, 1_000);
      });
    }
  }

  /** In the order of their ids: positions of moves that ran in parallel do not add up to an order. */
  itemsOf(groupId: string): Pick<ReplicaItem, 'id' | 'name' | 'values'>[] {
    const items = (this.groups.get(groupId) ?? []).map(({ id, name, values }) => ({ id, name, values }));
    return items.toSorted(byId);
  }

  orderOf(groupId: string): string[] {
    return (this.groups.get(groupId) ?? []).map(({ id }) => id);
  }

  private async load(): Promise<void> {
    const { data } = await this.client.query('items.list', { boardId: this.boardId, limit: 200 });
    this.groups = new Map();
    for (const item of data.items as ReplicaItem[]) this.list(item.groupId).push(item);
  }

  private apply({ type, seq, payload }: LiveMessage): void {
    if (seq === undefined || type === 'ready' || seq <= this.last!) return;
    if (type === 'resync') this.gaps.push(`resync at ${seq}`);
    else if (seq !== this.last! + 1) this.gaps.push(`${this.last} ${seq}`);
    this.last = seq;
    const item = payload.itemId === undefined ? undefined : this.find(payload.itemId);
    if (type === 'item.created' && payload.item.parentId === null)
      this.place(payload.item, payload.item.groupId, payload.item.position);
    else if (type === 'skip' && payload.itemId !== undefined)
      this.place({ id: payload.itemId, name: '', values: {} }, payload.groupId, payload.position);
    else if (type === 'item.reordered') this.reorder(payload.groupId, payload.itemIds);
    else if (type === 'group.deleted') this.removeGroup(payload.group.id, payload.moveItemsTo);
    else if (type === 'item.deleted') this.remove(payload.itemId);
    else if (item !== undefined) {
      if (type === 'item.updated' && payload.changes.name !== undefined) item.name = payload.changes.name;
      if (type === 'item.moved') this.place(item, payload.groupId, payload.position);
      if (type === 'value.set' && payload.value === null) delete item.values[payload.columnId];
      else if (type === 'value.set') item.values[payload.columnId] = payload.value;
    }
    this.applied();
  }

  private place(item: Omit<ReplicaItem, 'groupId'>, groupId: string, position: number): void {
    this.remove(item.id);
    this.list(groupId).splice(position, 0, { ...item, groupId });
  }

  /** The items trade places among themselves. */
  private reorder(groupId: string, itemIds: readonly string[]): void {
    const list = this.list(groupId);
    const places = list.flatMap(({ id }, at) => (itemIds.includes(id) ? [at] : []));
    const items = itemIds.map((id) => this.find(id)!);
    for (const [nth, at] of places.entries()) list[at] = items[nth]!;
  }

  private removeGroup(id: string, moveItemsTo: string | null): void {
    if (moveItemsTo !== null) this.list(moveItemsTo).push(...this.list(id));
    this.groups.delete(id);
  }

  private remove(id: string): void {
    for (const items of this.groups.values()) {
      const at = items.findIndex((item) => item.id === id);
      if (at !== -1) items.splice(at, 1);
    }
  }

  private find(id: string): ReplicaItem | undefined {
    return [...this.groups.values()].flat().find((item) => item.id === id);
  }

  private list(groupId: string): ReplicaItem[] {
    const items = this.groups.get(groupId) ?? [];
    this.groups.set(groupId, items);
    return items;
  }
}

export function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
