/** Entries of one kind of rejection: as many at once, and one more whenever this time has passed. */
const OF_A_KIND = { atOnce: 10, everyMs: 60_000 };
/** The same for one side of an organization together, so that many addresses fill the table no faster. */
const TOGETHER = { atOnce: 200, everyMs: 30_000 };
/** Kinds that are told apart at a time; whatever comes beyond them is counted with its side. */
const MAX_KINDS = 5_000;

interface Allowance<T> {
  readonly of: typeof OF_A_KIND;
  /** Null of a side's own. */
  readonly together: Allowance<T> | null;
  left: number;
  since: number;
  /** The latest of those that were not written. */
  folded: T | null;
  count: number;
}

export interface Folded<T> {
  entry: T;
  count: number;
}

/**
 * Keeps a flood of rejections from filling the audit log: what comes too thick is counted, and told as one entry. Every
 * entry is taken from an allowance, those that tell of others too, so that a caller that repeats the call fills no more in a day
 * than 200 and two a minute.
 */
export class RejectionLimit<T> {
  private readonly allowances = new Map<string, Allowance<T>>();

  /** Whether to write this one now; otherwise it is kept, to be told by `take`. */
  admits(side: string, kind: string, entry: T, nowMs: number): boolean {
    const together = this.allowance(side, TOGETHER, null, nowMs);
    const key = `${side} ${kind}`;
    const isKnown = this.allowances.has(key) || this.allowances.size < MAX_KINDS;
    const own = isKnown ? this.allowance(key, OF_A_KIND, together, nowMs) : together;
    if (takeOne(own, nowMs)) return true;
    // A flood from many sides is one entry, not one for each of them.
    const fold = own.left < 1 ? own : together;
    fold.folded = entry;
    fold.count += 1;
    return false;
  }

  /** What was counted and may be told by now, or with `all` whatever was; the caller writes it. */
  take(nowMs: number, all = false): Folded<T>[] {
    const told: Folded<T>[] = [];
    for (const [key, allowance] of this.allowances) {
      const { folded, count } = allowance;
      if (folded !== null) {
        if (!all && !takeOne(allowance, nowMs)) continue;
        told.push({ entry: folded, count });
        Object.assign(allowance, { folded: null, count: 0 });
      }
      if (leftOf(allowance, nowMs) === allowance.of.atOnce) this.allowances.delete(key);
    }
    return told;
  }

  private allowance(
    key: string,
    of: typeof OF_A_KIND,
    together: Allowance<T> | null,
    nowMs: number,
  ): Allowance<T> {
    const known = this.allowances.get(key);
    if (known) return known;
    const opened: Allowance<T> = { of, together, left: of.atOnce, since: nowMs, folded: null, count: 0 };
    this.allowances.set(key, opened);
    return opened;
  }
}

/** One entry, if its kind and its side have one left. */
function takeOne<T>(allowance: Allowance<T>, nowMs: number): boolean {
  const { together } = allowance;
  if (leftOf(allowance, nowMs) < 1 || (together !== null && leftOf(together, nowMs) < 1)) return false;
  allowance.left -= 1;
  if (together !== null) together.left -= 1;
  return true;
}

function leftOf<T>(allowance: Allowance<T>, nowMs: number): number {
  const { atOnce, everyMs } = allowance.of;
  const more = Math.floor((nowMs - allowance.since) / everyMs);
  if (more > 0) {
    allowance.left = Math.min(atOnce, allowance.left + more);
    allowance.since += more * everyMs;
  }
  return allowance.left;
}
