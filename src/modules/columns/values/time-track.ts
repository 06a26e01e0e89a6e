import { ValueRefused } from '../column-type';

/** The oldest entries go first; the total keeps their time. */
export const MAX_ENTRIES = 1_000;

/** One stretch of work; `end` is null while its timer runs, so that the time goes to who started it. */
export type TimeEntry = { userId: string; start: string; end: string | null };
/** `seconds` is the total of finished work, corrected by hand or not. */
export type TimeTrack = { seconds: number; runningSince: string | null; entries: TimeEntry[] };

export const EMPTY_TRACK: TimeTrack = { seconds: 0, runningSince: null, entries: [] };

/** Whether a timer of this person runs. */
export function runsFor({ entries }: TimeTrack, userId: string): boolean {
  return entries.some((entry) => entry.end === null && entry.userId === userId);
}

/** Each person has a timer of their own. Throws ValueRefused while theirs runs: a second start would lose the first. */
export function startTrack(track: TimeTrack, userId: string, now: string): TimeTrack {
  if (runsFor(track, userId)) throw new ValueRefused('The timer is running already');
  const entries = [...track.entries, { userId, start: now, end: null }];
  const oldest = entries.find(({ end }) => end !== null);
  return {
    seconds: track.seconds,
    runningSince: track.runningSince ?? now,
    entries: entries.length > MAX_ENTRIES ? entries.filter((entry) => entry !== oldest) : entries,
  };
}

/**
 * Adds the whole seconds since the start of the person's timer. Anyone who may edit the cell may stop the others, by a
 * stop while their own does not run.
 */
export function stopTrack(track: TimeTrack, userId: string, now: string): TimeTrack {
  if (track.runningSince === null) throw new ValueRefused('The timer is not running');
  const isOwn = runsFor(track, userId);
  let { seconds } = track;
  const entries = track.entries.map((entry) => {
    if (entry.end !== null || (isOwn && entry.userId !== userId)) return entry;
    // A clock that was set back must not shorten the total.
    const elapsedMs = Math.max(0, Date.parse(now) - Date.parse(entry.start));
    seconds += Math.round(elapsedMs / 1000);
    return { ...entry, end: now };
  });
  const runningSince = entries.find(({ end }) => end === null)?.start ?? null;
  return { seconds, runningSince, entries };
}

/** The finished work alone: a timer runs where it was started, and nowhere else. */
export function withoutTimers({ seconds, entries }: TimeTrack): TimeTrack {
  return { seconds, runningSince: null, entries: entries.filter(({ end }) => end !== null) };
}

/** Whether an input repeats these entries; it may be anything. */
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
