import { Injectable } from '@nestjs/common';

/** What processes notify each other of; none has content. */
export type Signal =
  /** A transaction that may have written events has committed. */
  | 'outbox'
  /** The relay has appended events to the log. */
  | 'events'
  /** Deliveries of webhooks are due. */
  | 'webhooks'
  /** Effects of automations are due. */
  | 'automation effects';

/** Signals that the listeners of this process alone are enough for, if it has any. */
const NEAREST: ReadonlySet<Signal> = new Set(['outbox', 'webhooks', 'automation effects']);
/** Many commits in a short time send one NOTIFY: each one serializes with the commits of all processes. */
const NOTIFY_PAUSE_MS = 10;

/**
 * Wakes the loops of this process and of other processes, which poll as well: a signal can be lost. Others are notified after
 * the commit, on the connection of the change listener, so that no writer waits for the lock of NOTIFY.
 */
@Injectable()
export class ProcessSignals {
  private readonly listeners = new Map<Signal, Set<() => void>>();
  /** Signals that were sent to other processes a moment ago, and whether they were raised again since. */
  private readonly paused = new Map<Signal, { isRaised: boolean }>();
  private notifyOthers: ((signal: Signal) => void) | null = null;

  /** Returns the function that ends the subscription. */
  listen(signal: Signal, listener: () => void): () => void {
    const listeners = this.listeners.get(signal) ?? new Set();
    this.listeners.set(signal, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  raise(signal: Signal): void {
    const isHeard = this.receive(signal);
    if (isHeard && NEAREST.has(signal)) return;
    const pause = this.paused.get(signal);
    if (pause) pause.isRaised = true;
    else this.notify(signal);
  }

  /** From this process or another one; false when nothing here listens. */
  receive(signal: Signal): boolean {
    const listeners = this.listeners.get(signal);
    for (const listener of listeners ?? []) listener();
    return listeners !== undefined && listeners.size > 0;
  }

  connect(notify: ((signal: Signal) => void) | null): void {
    this.notifyOthers = notify;
  }

  /** The first of several signals is sent immediately, the last one at the end of the pause. */
  private notify(signal: Signal): void {
    this.notifyOthers?.(signal);
    const pause = { isRaised: false };
    this.paused.set(signal, pause);
    const timer = setTimeout(() => {
      this.paused.delete(signal);
      if (pause.isRaised) this.notify(signal);
    }, NOTIFY_PAUSE_MS);
    timer.unref();
  }
}
