import { type Growth, GROWTH_TARGET, growthAlarm, type Measurement, type SideResult } from '../measurement';
import type { Table } from './table';

export function rateTable(measurements: readonly Measurement[]): Table {
  return {
    head: [
      'operation',
      'items',
      'floor req/s',
      'p50 ms',
      'p99 ms',
      'service req/s',
      'p50 ms',
      'p99 ms',
      'ratio',
      'target',
      'alarm',
    ],
    rows: measurements.map(({ operation, size, floor, service, ratio }) => [
      operation.title,
      grouped(size),
      ...side(floor),
      ...side(service),
      ratio.toFixed(2) + mark(ratio < operation.alarm, ratio < operation.target),
      operation.target.toFixed(2),
      operation.alarm.toFixed(2),
    ]),
    wordColumns: 1,
  };
}

export function growthTable(growths: readonly Growth[]): Table {
  return {
    head: ['growth of p50', 'floor', 'service', 'target', 'alarm'],
    rows: growths.map(({ operation, times, floor, service }) => [
      operation.title,
      floor.toFixed(2),
      service.toFixed(2) + mark(service > growthAlarm(times), service > GROWTH_TARGET),
      GROWTH_TARGET.toFixed(2),
      growthAlarm(times).toFixed(2),
    ]),
    wordColumns: 1,
  };
}

/** `!` for an alarm, `*` for a target that is missed; explained below the tables. */
function mark(isAlarm: boolean, isMissed: boolean): string {
  if (isAlarm) return ' !';
  return isMissed ? ' *' : '';
}

function side({ requestsPerSecond, p50, p99 }: SideResult): string[] {
  return [grouped(Math.round(requestsPerSecond)), milliseconds(p50), milliseconds(p99)];
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1);
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
