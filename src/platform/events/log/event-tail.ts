import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../database/database';
import { ProcessSignals } from '../../database/process-signals';
import { Log } from '../../logging/log';
import type { CommittedEvent } from '../committed-event';
import { PollingLoop } from '../polling-loop';
import { EventLog, type LogPlace } from './event-log';
import { MAX_EVENTS } from './event-rows';

const PAUSE_MS = 5;
const BUSY_PAUSE_MS = 50;

/** Receives the events of all organizations in the order of the log; must not throw. */
export type TailListener = (events: readonly CommittedEvent[]) => Promise<void> | void;

/**
 * The end of the log as this process sees it, for consumers that need each event in every process and keep no position, such as
 * real time: events that are appended while the process runs, a moment after the relay has committed them.
 */
@Injectable()
export class EventTail implements BeforeApplicationShutdown {
  private readonly listeners = new Set<TailListener>();
  private started: Promise<void> | null = null;
  private place: LogPlace | null = null;
  private endListening: () => void = () => undefined;
  private readonly loop: PollingLoop;

  constructor(
    private readonly events: EventLog,
    private readonly signals: ProcessSignals,
    private readonly log: Log,
  ) {
    this.loop = new PollingLoop({
      shortestPauseMs: PAUSE_MS,
      busyPauseMs: BUSY_PAUSE_MS,
      hasWork: () => Promise.resolve(true),
      work: (signal) => this.read(signal),
      onFailure: (error) => this.log.warn('the event log could not be read, retrying', { error }),
    });
  }

  /** Events after this call. The first listener starts the reading. */
  async subscribe(listener: TailListener): Promise<void> {
    this.listeners.add(listener);
    try {
      await (this.started ??= this.start());
    } catch (error) {
      this.started = null;
      this.listeners.delete(listener);
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.endListening();
    await this.loop.stop();
  }

  private async start(): Promise<void> {
    this.place = await this.events.head();
    this.endListening = this.signals.listen('events', () => this.loop.wake());
    this.loop.start();
  }

  private async read(signal: AbortSignal): Promise<boolean> {
    let isFound = false;
    while (!signal.aborted) {
      const events = await this.events.after(NO_TRANSACTION, this.place!);
      if (events.length === 0) break;
      this.place = events.at(-1)!;
      isFound = true;
      for (const listener of this.listeners) await listener(events);
      if (events.length < MAX_EVENTS) break;
    }
    return isFound;
  }
}
