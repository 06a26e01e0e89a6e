/** The entries of one kind of rejection: this many in a burst, then one per interval. */
const OF_A_KIND = { atOnce: 10, everyMs: 60_000 };
/** The limit of all kinds of one side of an organization, so that many addresses cannot add entries faster. */
const TOGETHER = { atOnce: 200, everyMs: 30_000 };
/** The number of kinds that are counted separately; further kinds are counted with their side. */
const MAX_KINDS = 5_000;

interface Allowance<T> {
  readonly of: typeof OF_A_KIND;
  /** Null for the allowance of a side. */
  readonly together: Allowance<T> | null;
  left: number;
  since: number;
  /** The latest entry that was not written. */
  folded: T | null;
  count: number;
}

export interface Folded<T> {
  entry: T;
  count: number;
}

/**
 * Prevents a flood of rejections from filling the audit log: rejections beyond the limit are counted and summarized in
 * one entry. Every entry uses the allowance, summaries too, so that a caller can add at most a burst of 200 and two
 * entries a minute.
 */
export class RejectionLimit<T> {
  private readonly allowances = new Map<string, Allowance<T>>();

  /** Whether to write the entry now; otherwise it is counted for a later `take`. */
  admits(side: string, kind: string, entry: T, nowMs: number): boolean {
    const together = this.allowance(side, TOGETHER, null, nowMs);
    const key = `${side} ${kind}`;
    const isKnown = this.allowances.has(key) || this.allowances.size < MAX_KINDS;
    const own = isKnown ? this.allowance(key, OF_A_KIND, together, nowMs) : together;
    if (takeOne(own, nowMs)) return true;
    // If the side's allowance is exhausted, its rejections are summarized in one entry instead of one per kind.
    const fold = own.left < 1 ? own : together;
    fold.folded = entry;
    fold.count += 1;
    return false;
  }

  /** The summaries that the limit allows now, or all of them with `all`. */
  take(nowMs: number, all = false): Folded<T>[] {
    const due: Folded<T>[] = [];
    for (const [key, allowance] of this.allowances) {
      const { folded, count } = allowance;
      if (folded !== null) {
        if (!all && !takeOne(allowance, nowMs)) continue;
        due.push({ entry: folded, count });
        Object.assign(allowance, { folded: null, count: 0 });
      }
      if (leftOf(allowance, nowMs) === allowance.of.atOnce) this.allowances.delete(key);
    }
    return due;
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

/** Uses one entry of the allowance and of its side, if both have one left. */
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
