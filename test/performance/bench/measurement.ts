import type { RoundResult } from './driver/closed-loop';
import type { Operation } from './operations';

/** Medians over the rounds of one side. */
export interface SideResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Measurement {
  readonly operation: Operation;
  readonly size: number;
  readonly floor: SideResult;
  readonly service: SideResult;
  /** The service's rate as a share of the floor's. */
  readonly ratio: number;
}

/** p50 on the largest board by the one on the smallest. */
export interface Growth {
  readonly operation: Operation;
  /** How many times larger the largest board is. */
  readonly times: number;
  readonly floor: number;
  readonly service: number;
}

export const GROWTH_TARGET = 1.5;

/** A board a hundred times larger fits no cache that the smaller one fits. */
export function growthAlarm(times: number): number {
  return times > 10 ? 3.5 : 1.6;
}

export function summarize(rounds: readonly RoundResult[]): SideResult {
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
  };
}

/**
 * The median of the quotients of rounds that were run one after the other. On a machine whose speed drifts (a
 * shared one: by a factor of two within a minute) it differs less between runs than the quotient of the
 * medians.
 */
export function medianQuotient(
  above: readonly RoundResult[],
  below: readonly RoundResult[],
  figure: (round: RoundResult) => number,
): number {
  return median(above.map((round, turn) => figure(round) / figure(below[turn]!)));
}

/** One line per figure that fails the run. */
export function alarms(measurements: readonly Measurement[], growths: readonly Growth[]): string[] {
  const slow = measurements
    .filter(({ ratio, operation }) => ratio < operation.alarm)
    .map(
      ({ operation, size, ratio }) =>
        `${operation.title} at ${size}: ${ratio.toFixed(2)} of the floor is below ${operation.alarm}`,
    );
  const growing = growths
    .filter(({ service, times }) => service > growthAlarm(times))
    .map(
      ({ operation, service, times }) =>
        `${operation.title}: p50 grows by ${service.toFixed(2)}, above ${growthAlarm(times)}`,
    );
  return [...slow, ...growing];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
