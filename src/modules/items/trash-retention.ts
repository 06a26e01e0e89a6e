const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;

/** When an item that went to Trash at `trashedAt` (ISO 8601) comes due for the daily purge, in ISO 8601. */
export function purgeAtOf(trashedAt: string): string {
  return new Date(Date.parse(trashedAt) + KEPT_MS).toISOString();
}

/** What went to Trash before this moment is due at `nowMs`, in milliseconds since 1970. */
export function dueBefore(nowMs: number): Date {
  return new Date(nowMs - KEPT_MS);
}
