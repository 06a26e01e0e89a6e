import { MEMBER_COUNT, PRIORITIES, type PriorityLabel, STATUS_LABELS } from './board-shape';
import { integerAt } from './pseudo-random';

/** One item, without ids: each side's loader gives it its own and stores the values its own way. */
export interface ItemRecord {
  /** Zero-based place in board order. */
  readonly index: number;
  /** Zero-based place of its group; groups follow each other in board order, all of the same size. */
  readonly groupIndex: number;
  /** Zero-based place in its group. */
  readonly position: number;
  readonly name: string;
  /** Every column has a value. */
  readonly values: ItemValues;
}

export interface ItemValues {
  readonly notes: string;
  readonly points: number;
  readonly budget: number;
  /** Index into STATUS_LABELS, which is also its sort key. */
  readonly status: number;
  readonly priority: PriorityLabel;
  /** Midnight UTC, ISO 8601 with milliseconds. */
  readonly due: string;
  /** Indexes of members, 0 to MEMBER_COUNT - 1. */
  readonly owners: readonly number[];
  readonly approved: boolean;
  readonly contact: string;
  readonly reviewed: boolean;
  readonly estimate: number;
}

const WORDS = (
  'align audit budget build campaign check client copy deploy design draft export follow hire import ' +
  'invoice launch legal migrate onboard plan price quarter release report review roadmap schedule ship ' +
  'survey team vendor'
).split(' ');

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2026, 0, 1);
const DAYS = Array.from({ length: 730 }, (_, day) => new Date(FIRST_DAY_MS + day * DAY_MS).toISOString());

/** The same records for the same arguments, in board order; one at a time, so that 100,000 need no memory. */
export function* generateItems(count: number, seed: number, groupCount = 1): Generator<ItemRecord> {
  const groupSize = Math.ceil(count / groupCount);
  for (let index = 0; index < count; index += 1) {
    yield {
      index,
      groupIndex: Math.floor(index / groupSize),
      position: index % groupSize,
      name: `${words(index, seed, 3)} ${index + 1}`,
      values: {
        notes: words(index, seed + 10, 8),
        points: integerAt(index, seed + 1, 100_000),
        budget: integerAt(index, seed + 2, 10_000_000) / 100,
        status: integerAt(index, seed + 3, STATUS_LABELS.length),
        priority: PRIORITIES[integerAt(index, seed + 4, PRIORITIES.length)]!.label,
        due: DAYS[integerAt(index, seed + 5, DAYS.length)]!,
        owners: [integerAt(index, seed + 6, MEMBER_COUNT)],
        approved: integerAt(index, seed + 7, 2) === 1,
        contact: `contact${integerAt(index, seed + 8, 10_000)}@example.com`,
        reviewed: integerAt(index, seed + 9, 2) === 1,
        estimate: integerAt(index, seed + 11, 1_000),
      },
    };
  }
}

function words(index: number, seed: number, count: number): string {
  const chosen: string[] = [];
  for (let place = 0; place < count; place += 1) {
    chosen.push(WORDS[integerAt(index, seed + 100 + place, WORDS.length)]!);
  }
  return chosen.join(' ');
}
