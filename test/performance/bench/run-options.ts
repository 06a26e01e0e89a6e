import { parseArgs } from 'node:util';
import { OPERATIONS, type Operation } from './operations';
import { DEFAULT_SERVICE } from './subjects/registry';

export interface RunOptions {
  readonly service: string;
  readonly sizes: readonly number[];
  readonly groupCount: number;
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly warmUpSeconds: number;
  readonly operations: readonly Operation[];
  /** Events in the log; null when no operation reads it. */
  readonly eventCount: number | null;
  /** Puts the result into docs/performance.md. */
  readonly write: boolean;
}

export const USAGE = `npm run bench -- [options]
  --quick               one round of 1 s instead of 5 of 1.5 s: a look, not a result
  --seconds <s>         length of a round (1.5)
  --rounds <n>          rounds per operation and side; medians count (5)
  --warm-up <s>         before the first round of an operation (3)
  --sizes <n,n>         items on the boards (10000,100000)
  --groups <n>          groups of equal size per board (1)
  --events <n>          events in the log (1000000; with --quick 100000)
  --only <name,name>    ${OPERATIONS.map(({ name }) => name).join(', ')}
  --service <name>      what is held against the floor (${DEFAULT_SERVICE}); "floor" is the floor itself
  --write               put the result into docs/performance.md
The database is the one of DATABASE_URL (its user must be allowed to create databases), or an embedded one.`;

/**
 * Defaults make a run of about twenty-one minutes: 25 operations, 2 sizes, 2 sides, 10.5 s each, and the loading.
 * Many short rounds rather than few long ones, because those that are compared then lie closer together.
 */
export function readOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      'warm-up': { type: 'string' },
      sizes: { type: 'string', default: '10000,100000' },
      groups: { type: 'string', default: '1' },
      events: { type: 'string' },
      only: { type: 'string' },
      service: { type: 'string', default: DEFAULT_SERVICE },
      write: { type: 'boolean', default: false },
    },
  });
  const chosen = values.only?.split(',');
  const unknown = chosen?.find((name) => !OPERATIONS.some((operation) => operation.name === name));
  if (unknown !== undefined) throw new Error(`--only: there is no operation "${unknown}"`);
  const operations = OPERATIONS.filter(({ name }) => !chosen || chosen.includes(name));
  const eventCount = positive('--events', values.events ?? (values.quick ? '100000' : '1000000'));
  return {
    service: values.service,
    sizes: values.sizes.split(',').map((size) => positive('--sizes', size)),
    groupCount: positive('--groups', values.groups),
    rounds: positive('--rounds', values.rounds ?? (values.quick ? '1' : '5')),
    secondsPerRound: positive('--seconds', values.seconds ?? (values.quick ? '1' : '1.5')),
    warmUpSeconds: positive('--warm-up', values['warm-up'] ?? (values.quick ? '0.5' : '3')),
    operations,
    eventCount: operations.some(({ name }) => name === 'events') ? eventCount : null,
    write: values.write,
  };
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${option}: "${text}" is not a number above 0`);
  return value;
}
