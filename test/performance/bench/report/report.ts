import { clock } from '../../../../src/kernel/clock';
import type { ContestResult } from '../contest';
import type { RunOptions } from '../run-options';
import type { Residency } from './machine';
import { growthTable, rateTable } from './result-tables';
import { markdownTable, plainTable, type Table } from './table';

const MEMORY_LIMIT_MIB = 250;
const LEGEND = '`*` misses its target, `!` is beyond its alarm and fails the run.';

export interface RunResult extends ContestResult {
  readonly serviceMemory: Residency;
  readonly serviceName: string;
  /** As typed. */
  readonly command: string;
  readonly machine: string;
  readonly options: RunOptions;
}

export function consoleReport(result: RunResult): string {
  return [...tables(result).map(plainTable), memoryLine(result), LEGEND].join('\n\n');
}

export function markdownReport(result: RunResult): string {
  const { command, machine, options } = result;
  const date = clock.now().toISOString().slice(0, 10);
  const groups = options.groupCount === 1 ? 'one group' : `${options.groupCount} groups`;
  const log =
    options.eventCount === null ? '' : `, and a log of ${options.eventCount.toLocaleString('en-US')} events`;
  const facts =
    `\`${command}\`, ${date}. ${machine}. 16 keep-alive connections; ${options.rounds} × ` +
    `${options.secondsPerRound} s per operation, size and side, in turn, after ` +
    `${options.warmUpSeconds} s of warm-up. Rates and latencies are medians over the rounds, ratio and ` +
    `growth medians over neighbouring rounds. Boards of ${groups} and twelve columns, every cell filled${log}.`;
  return [facts, ...tables(result).map(markdownTable), memoryLine(result), LEGEND].join('\n\n');
}

function tables({ measurements, growths }: RunResult): Table[] {
  return [rateTable(measurements), ...(growths.length > 0 ? [growthTable(growths)] : [])];
}

function memoryLine({ serviceMemory: { nowMiB, peakMiB }, serviceName }: RunResult): string {
  const peak = peakMiB === null ? '' : `, ${peakMiB.toFixed(0)} MiB at its highest`;
  return (
    `Resident memory of the service's process (${serviceName}) after the run: ` +
    `${nowMiB.toFixed(0)} MiB${peak}; limit ${MEMORY_LIMIT_MIB} MiB.`
  );
}
