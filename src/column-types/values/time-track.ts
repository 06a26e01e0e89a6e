import { idPattern } from '../../kernel/ids';
import { InvalidValue } from '../column-type';
import { parseInstant } from './parse-instant';
import { readObject } from './read-object';

/** The oldest entries are dropped; the total still includes their time. */
export const MAX_ENTRIES = 1_000;

/**
 * One period of work; `end` is null while its timer runs, and the time is credited to the user who started it.
 */
export type TimeEntry = { userId: string; start: string; end: string | null };
/** `seconds` is the total of finished work, corrected by hand or not. */
export type TimeTrack = { seconds: number; runningSince: string | null; entries: TimeEntry[] };

export const EMPTY_TRACK: TimeTrack = { seconds: 0, runningSince: null, entries: [] };

/** Whether this user has a running timer. */
export function runsFor({ entries }: TimeTrack, userId: string): boolean {
  return entries.some((entry) => entry.end === null && entry.userId === userId);
}

/** Each user has a separate timer. Throws InvalidValue while it runs: a second start would lose the first. */
export function startTrack(track: TimeTrack, userId: string, now: string): TimeTrack {
  if (runsFor(track, userId)) throw new InvalidValue('The timer is running already');
  const entries = [...track.entries, { userId, start: now, end: null }];
  const oldest = entries.find(({ end }) => end !== null);
  return {
    seconds: track.seconds,
    runningSince: track.runningSince ?? now,
    entries: entries.length > MAX_ENTRIES ? entries.filter((entry) => entry !== oldest) : entries,
  };
}

/**
 * Adds the whole seconds since the start of the user's timer. A user who can edit the cell and has no running
 * timer stops the timers of other users.
 */
export function stopTrack(track: TimeTrack, userId: string, now: string): TimeTrack {
  if (track.runningSince === null) throw new InvalidValue('The timer is not running');
  const isOwn = runsFor(track, userId);
  let { seconds } = track;
  const entries = track.entries.map((entry) => {
    if (entry.end !== null || (isOwn && entry.userId !== userId)) return entry;
    // A clock that was set back must not shorten the total.
    const elapsedMs = Math.max(0, Date.parse(now) - Date.parse(entry.start));
    seconds += Math.floor(elapsedMs / 1000);
    return { ...entry, end: now };
  });
  const runningSince = entries.find(({ end }) => end === null)?.start ?? null;
  return { seconds, runningSince, entries };
}

/** Without running timers, which remain in the original cell. */
export function withoutTimers({ seconds, entries }: TimeTrack): TimeTrack {
  return { seconds, runningSince: null, entries: entries.filter(({ end }) => end !== null) };
}

/** Whether an input contains exactly these entries; the input can be anything. */
export function sameEntries(input: unknown, entries: readonly TimeEntry[]): boolean {
  return (
    Array.isArray(input) &&
    input.length === entries.length &&
    entries.every(({ userId, start, end }, index) => {
      const given: unknown = input[index];
      if (typeof given !== 'object' || given === null || Object.keys(given).length !== 3) return false;
      const entry = given as Partial<TimeEntry>;
      return entry.userId === userId && entry.start === start && entry.end === end;
    })
  );
}

export function sameTrack(a: TimeTrack, b: TimeTrack): boolean {
  return a.seconds === b.seconds && a.runningSince === b.runningSince && sameEntries(a.entries, b.entries);
}

const KEYS = ['seconds', 'runningSince', 'entries'] as const;
const ENTRY_KEYS = ['userId', 'start', 'end'] as const;
const USER_ID = idPattern('user');

/** A track as a cell stores it. */
export function parseTrack(stored: unknown): TimeTrack {
  const { seconds, runningSince, entries } = readObject(stored, KEYS) ?? {};
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0)
    throw new InvalidValue('seconds must be a number that is not negative');
  if (!Array.isArray(entries)) throw new InvalidValue('entries must be an array');
  const parsed = entries.map(parseEntry);
  if (parsed.filter(({ end }) => end !== null).length > MAX_ENTRIES)
    throw new InvalidValue(`Must be at most ${MAX_ENTRIES} entries that have ended`);
  const running = parsed.filter(({ end }) => end === null);
  if (new Set(running.map(({ userId }) => userId)).size < running.length)
    throw new InvalidValue('A user can have only one running timer');
  const firstStart = running[0]?.start ?? null;
  if (runningSince !== firstStart)
    throw new InvalidValue('runningSince must be the start of the first running timer');
  return { seconds, runningSince: firstStart, entries: parsed };
}

function parseEntry(entry: unknown): TimeEntry {
  const { userId, start, end } = readObject(entry, ENTRY_KEYS) ?? {};
  if (typeof userId !== 'string' || !USER_ID.test(userId))
    throw new InvalidValue('An entry must have the id of a user');
  return { userId, start: parseInstant(start), end: end === null ? null : parseInstant(end) };
}

/** Seconds as `h:mm:ss`; fractions are truncated. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60))}:${two(whole)}`;
}
