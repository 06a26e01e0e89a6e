/** Refusals of one kind that are written one by one in a minute; the others of that minute become one entry. */
const ONE_BY_ONE = 10;
/** The same for everybody in an organization together, so that many addresses fill the table no faster. */
const ONE_BY_ONE_TOGETHER = 200;
const WINDOW_MS = 60_000;
/** Kinds that are told apart at a time; whatever comes beyond them is counted with its organization. */
const MAX_KINDS = 5_000;

interface Window<T> {
  until: number;
  seen: number;
  /** The latest of those that were not written. */
  folded: T | null;
  count: number;
}

export interface Folded<T> {
  entry: T;
  count: number;
}

/** Keeps a flood of refusals from filling the audit log: what comes too thick is counted, and told as one entry. */
export class RefusalLimit<T> {
  private readonly windows = new Map<string, Window<T>>();

  /** Whether to write this one now; otherwise it is kept, to be told by `take`. */
  admits(organizationId: string, kind: string, entry: T, nowMs: number): boolean {
    const together = this.window(organizationId, nowMs);
    const key = `${organizationId} ${kind}`;
    const isKnown = this.windows.has(key) || this.windows.size < MAX_KINDS;
    const own = isKnown ? this.window(key, nowMs) : together;
    if (own !== together) own.seen += 1;
    together.seen += 1;
    const isAdmitted = together.seen <= ONE_BY_ONE_TOGETHER && (own === together || own.seen <= ONE_BY_ONE);
    if (!isAdmitted) {
      // A flood from many sides is one entry, not one for each of them.
      const fold = own.seen <= ONE_BY_ONE ? together : own;
      fold.folded = entry;
      fold.count += 1;
    }
    return isAdmitted;
  }

  /** What was counted in minutes that are over, or with `all` until now; the caller writes it. */
  take(nowMs: number, all = false): Folded<T>[] {
    const folded: Folded<T>[] = [];
    for (const [key, window] of this.windows) {
      if (!all && window.until > nowMs) continue;
      if (window.folded !== null) folded.push({ entry: window.folded, count: window.count });
      this.windows.delete(key);
    }
    return folded;
  }

  private window(key: string, nowMs: number): Window<T> {
    const known = this.windows.get(key);
    if (known) return known;
    const opened: Window<T> = { until: nowMs + WINDOW_MS, seen: 0, folded: null, count: 0 };
    this.windows.set(key, opened);
    return opened;
  }
}
