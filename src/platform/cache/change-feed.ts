import { Injectable } from '@nestjs/common';

export type ChangeListener = (topic: string) => void;

/**
 * Tells the caches of this process what has changed: its own commits at once, other replicas' commits through
 * PostgreSQL's NOTIFY (ChangeListenerConnection). While that connection is down nothing may be cached.
 */
@Injectable()
export class ChangeFeed {
  private readonly listeners = new Set<ChangeListener>();
  private readonly losses = new Set<() => void>();
  /** False until the listening connection stands, and while it is lost. */
  isLive = false;

  subscribe(onChange: ChangeListener, onLoss: () => void): void {
    this.listeners.add(onChange);
    this.losses.add(onLoss);
  }

  announce(topics: readonly string[]): void {
    for (const topic of topics) for (const listener of this.listeners) listener(topic);
  }

  connected(): void {
    // Once more: what is being read now may have changed before anybody listened.
    this.tellLoss();
    this.isLive = true;
  }

  lost(): void {
    this.isLive = false;
    this.tellLoss();
  }

  private tellLoss(): void {
    for (const loss of this.losses) loss();
  }
}
