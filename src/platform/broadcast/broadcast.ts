import type { Json } from '../../kernel/json';

/** Receives what other processes send. */
export type BroadcastListener = (messages: readonly Json[]) => void;

/**
 * Sends short-lived messages to the other processes, such as presence. A message can be lost and is never stored: state
 * is repeated by its sender. Events are not sent this way; every process reads the event log.
 */
export abstract class Broadcast {
  /** Sends soon, together with other messages. */
  abstract send(message: Json): void;
  /** The first listener opens the connection. `onConnect` runs whenever messages may have been missed. */
  abstract listen(listener: BroadcastListener, onConnect: () => void): void;
  /** Sends what waits, for a process that stops. */
  abstract flush(): Promise<void>;
}
