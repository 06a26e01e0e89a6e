const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;

/** When an item that was moved to Trash at `trashedAt` (ISO 8601) is due for the daily purge, in ISO 8601. */
export function purgeAtOf(trashedAt: string): string {
  return new Date(Date.parse(trashedAt) + KEPT_MS).toISOString();
}

/** Items that were moved to Trash before this moment are due at `nowMs`, in milliseconds since 1970. */
export function dueBefore(nowMs: number): Date {
  return new Date(nowMs - KEPT_MS);
}
