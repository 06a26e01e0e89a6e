/** From the run to the process of the watchers. */
export type ToWatchers =
  | { readonly kind: 'open'; readonly url: string; readonly token: string; readonly count: number }
  | { readonly kind: 'compare'; readonly changes: readonly Change[] }
  | { readonly kind: 'close' };

/** A change by the value that it wrote, with the times of its request and of the response, on the machine's steady clock. */
export interface Change {
  readonly value: number;
  readonly requestedMs: number;
  readonly respondedMs: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Milliseconds until a socket had the message of a change, over all sockets and changes. */
export interface Delays {
  readonly sinceRequest: Percentiles;
  /** The service responds as soon as the change is committed. */
  readonly sinceResponse: Percentiles;
  /** Messages that sockets have not received. */
  readonly missing: number;
}

/** From the process of the watchers; one response per message. */
export type FromWatchers =
  | { readonly kind: 'done'; readonly delays: Delays | null }
  | { readonly kind: 'failed'; readonly reason: string };

/** Milliseconds on a clock that all processes of the machine share. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
