import { type ColumnType, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { numberKind } from '../../kinds/number-kind';
import { asStored, noReferences } from '../../values/plain-values';
import {
  clockText,
  EMPTY_TRACK,
  parseTrack,
  runsFor,
  sameEntries,
  sameTrack,
  startTrack,
  stopTrack,
  type TimeTrack,
  withoutTimers,
} from '../../values/time-track';
import { readObject } from '../../values/read-object';

/** About 31 years; keeps sums of whole columns exact. */
export const MAX_SECONDS = 1_000_000_000;

const KEYS = ['seconds', 'runningSince', 'entries', 'start', 'stop'] as const;
const SHAPE = 'Must be {seconds}, {start: true} or {stop: true}';

/**
 * Tracked time (contract §6). `{seconds}` sets the total and does not change the entries or a running timer. The wire
 * form is accepted for its seconds, if its other parts equal those of the cell: entries document who worked when and
 * are created only by starting and stopping timers. A running timer counts only after it is stopped, also for sorting.
 */
export const timeTracking: ColumnType<TimeTrack, EmptyConfig> = {
  ...numberKind<TimeTrack>((stored) => stored.seconds),
  name: 'time_tracking',
  writable: true,
  dependsOnPrevious: true,
  storedIsWire: true,
  cellLayout: 'track',
  parseConfig: parseEmptyConfig,
  parseValue: (input, _config, { now, userId, previous }) => {
    const given = readObject(input, KEYS);
    if (!given) throw new InvalidValue(SHAPE);
    const track = previous ?? EMPTY_TRACK;
    const keys = Object.keys(given);
    if (keys.length === 1 && given.start === true) return startTrack(track, userId, now);
    if (keys.length === 1 && given.stop === true) return stopTrack(track, userId, now);
    if ('start' in given || 'stop' in given) throw new InvalidValue(SHAPE);
    if (
      ('runningSince' in given && given.runningSince !== track.runningSince) ||
      ('entries' in given && !sameEntries(given.entries, track.entries))
    ) {
      throw new InvalidValue('runningSince and entries come from start and stop; they cannot be set');
    }
    return { ...track, seconds: parseSeconds(given.seconds) };
  },
  parseStored: parseTrack,
  timerRunsFor: runsFor,
  copied: withoutTimers,
  present: asStored,
  toText: (stored) => clockText(stored.seconds),
  equals: sameTrack,
  references: noReferences,
};

function parseSeconds(input: unknown): number {
  if (typeof input === 'number' && input >= 0 && input <= MAX_SECONDS) return input + 0;
  throw new InvalidValue(`seconds must be a number from 0 to ${MAX_SECONDS}`);
}
