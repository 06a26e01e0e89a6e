import { Injectable } from '@nestjs/common';

export type ChangeListener = (topic: string) => void;

/** A cache that the feed invalidates, as operators see it. */
interface ObservedCache {
  readonly name: string;
  readonly entryCount: number;
  readonly hits: number;
  readonly misses: number;
}

/** Topics whose last change is remembered. Older changes count as changes of every topic. */
const MAX_REMEMBERED = 10_000;

/**
 * Notifies the caches of this process of changes: of its own commits immediately, of other replicas' commits through
 * PostgreSQL's NOTIFY (change-listener.ts). While that connection is down nothing is cached.
 */
@Injectable()
export class ChangeFeed {
  readonly caches: ObservedCache[] = [];
  private readonly listeners = new Set<ChangeListener>();
  private readonly losses = new Set<() => void>();
  /** The position of each topic's last change, oldest first. */
  private readonly lastChanges = new Map<string, number>();
  /** Every topic counts as changed up to this position: after the feed was lost, and where old changes were dropped. */
  private allChangedAt = 0;
  private changes = 0;
  /** False until the listening connection is established, and while it is lost. */
  isLive = false;

  /** Incremented with every change. */
  get position(): number {
    return this.changes;
  }

  subscribe(onChange: ChangeListener, onLoss: () => void): void {
    this.listeners.add(onChange);
    this.losses.add(onLoss);
  }

  publish(topics: readonly string[]): void {
    for (const topic of topics) {
      this.remember(topic);
      for (const listener of this.listeners) listener(topic);
    }
  }

  hasChangedSince(position: number, topics: readonly string[]): boolean {
    return (
      this.allChangedAt > position || topics.some((topic) => (this.lastChanges.get(topic) ?? 0) > position)
    );
  }

  connected(): void {
    // Again, because a value that is being read now may have changed before the connection listened.
    this.tellLoss();
    this.isLive = true;
  }

  lost(): void {
    this.isLive = false;
    this.tellLoss();
  }

  private remember(topic: string): void {
    this.changes += 1;
    this.lastChanges.delete(topic);
    this.lastChanges.set(topic, this.changes);
    if (this.lastChanges.size <= MAX_REMEMBERED) return;
    const [oldest, position] = this.lastChanges.entries().next().value!;
    this.lastChanges.delete(oldest);
    this.allChangedAt = Math.max(this.allChangedAt, position);
  }

  private tellLoss(): void {
    this.changes += 1;
    this.allChangedAt = this.changes;
    for (const loss of this.losses) loss();
  }
}
