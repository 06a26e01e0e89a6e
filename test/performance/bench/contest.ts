import { LARGE } from './data/copy-in';
import type { RoundResult } from './driver/closed-loop';
import type { Driver } from './driver/driver';
import { type Growth, type Measurement, medianQuotient, summarize } from './measurement';
import type { Operation } from './operations';
import type { RunOptions } from './run-options';
import type { RunningSubject, Subject } from './subject';

/** The same data in every run and for both sides. */
const SEED = 20_261_121;

export interface Side {
  readonly label: 'floor' | 'service';
  readonly subject: Subject;
  readonly running: RunningSubject;
}

/** One side on its board of one size. */
interface Entry {
  readonly side: Side;
  readonly size: number;
  readonly rounds: RoundResult[];
  nextIndex: number;
}

export interface ContestResult {
  readonly measurements: readonly Measurement[];
  /** Empty when all boards are of one size. */
  readonly growths: readonly Growth[];
}

/**
 * Runs each operation on both sides and all sizes in turn, so that a busy minute of the machine falls on all
 * of them alike: ratios and growths then compare rounds that are seconds apart.
 */
export class Contest {
  constructor(
    private readonly driver: Driver,
    private readonly options: RunOptions,
    private readonly sides: readonly Side[],
    private readonly log: (line: string) => void,
  ) {}

  async run(): Promise<ContestResult> {
    const measurements: Measurement[] = [];
    const growths: Growth[] = [];
    let boardsAreFresh = false;
    for (const operation of this.options.operations) {
      const grown = this.options.sizes.filter((size) => measurements.length === 0 || size < LARGE);
      if (!boardsAreFresh || operation.growsBoard) await this.loadBoards(grown);
      boardsAreFresh = !operation.growsBoard;
      const entries = await this.runOperation(operation);
      measurements.push(...this.options.sizes.map((size) => measurementOf(operation, size, entries)));
      growths.push(...growthOf(operation, entries));
      for (const { size, floor, service, ratio } of measurements.slice(-this.options.sizes.length)) {
        const rates = [floor, service].map((side) => `${side.requestsPerSecond.toFixed(0)}/s`);
        this.log(`${operation.title} at ${size}: ${rates.join(' and ')}, ratio ${ratio.toFixed(2)}`);
      }
    }
    return { measurements, growths };
  }

  /** The largest first: after it the tables have their indexes, which smaller ones are loaded into. */
  private async loadBoards(sizes: readonly number[]): Promise<void> {
    for (const itemCount of sizes.toSorted((a, b) => b - a)) {
      for (const { label, subject } of this.sides) {
        const startedAt = performance.now();
        const { groupCount, eventCount } = this.options;
        const plan = { itemCount, groupCount, seed: SEED };
        const board = await subject.load(eventCount === null ? plan : { ...plan, eventCount });
        await this.driver.useBoard(boardKey(label, itemCount), board);
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        this.log(`loaded ${itemCount} items into ${subject.name} (${label}) in ${seconds} s`);
      }
    }
  }

  private async runOperation(operation: Operation): Promise<Entry[]> {
    const { rounds, secondsPerRound, warmUpSeconds, sizes } = this.options;
    const entries = sizes.flatMap((size) =>
      this.sides.map((side): Entry => ({ side, size, rounds: [], nextIndex: 0 })),
    );
    for (const entry of entries) await this.round(operation, entry, warmUpSeconds);
    for (let turn = 0; turn < rounds; turn += 1) {
      // Forth and back: what follows a writing round pays for part of its clean-up.
      const inTurn = turn % 2 === 0 ? entries : entries.toReversed();
      for (const entry of inTurn) entry.rounds.push(await this.round(operation, entry, secondsPerRound));
    }
    return entries;
  }

  private async round(operation: Operation, entry: Entry, seconds: number): Promise<RoundResult> {
    const { side, size } = entry;
    const { baseUrl, token } = side.running;
    const order = { baseUrl, token, seconds, firstIndex: entry.nextIndex };
    try {
      const result = await this.driver.round(boardKey(side.label, size), operation.name, order);
      entry.nextIndex = result.nextIndex;
      return result;
    } catch (problem) {
      throw new Error(`${operation.title} at ${size}, ${side.label}: ${(problem as Error).message}`, {
        cause: problem,
      });
    }
  }
}

function boardKey(label: string, size: number): string {
  return `${label} ${size}`;
}

function roundsOf(entries: readonly Entry[], label: Side['label'], size: number): readonly RoundResult[] {
  return entries.find((entry) => entry.side.label === label && entry.size === size)!.rounds;
}

function measurementOf(operation: Operation, size: number, entries: readonly Entry[]): Measurement {
  const floor = roundsOf(entries, 'floor', size);
  const service = roundsOf(entries, 'service', size);
  const ratio = medianQuotient(service, floor, ({ requestsPerSecond }) => requestsPerSecond);
  return { operation, size, floor: summarize(floor), service: summarize(service), ratio };
}

function growthOf(operation: Operation, entries: readonly Entry[]): Growth[] {
  const sizes = entries.map(({ size }) => size);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (smallest === largest) return [];
  const growth = (label: Side['label']) =>
    medianQuotient(roundsOf(entries, label, largest), roundsOf(entries, label, smallest), ({ p50 }) => p50);
  return [{ operation, times: largest / smallest, floor: growth('floor'), service: growth('service') }];
}
