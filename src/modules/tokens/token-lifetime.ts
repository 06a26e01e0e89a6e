import { OrganizationLifetimeExceeded } from './tokens.errors';

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = {
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
  y: 365 * 24 * HOUR_MS,
};

const MAX_LIFETIME_MS = 366 * 24 * HOUR_MS;

/** Milliseconds of `90d`, `12h`, `6w` or `1y` (365 days); null for anything else and for more than 366 days. */
export function lifetimeMs(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,4})([hdwy])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const milliseconds = Number(count) * UNITS[unit]!;
  return milliseconds <= MAX_LIFETIME_MS ? milliseconds : null;
}

/** The expiry of a credential that is created now with a valid lifetime; null without a lifetime. */
export function expiryAfter(now: Date, lifetime: string | null | undefined): Date | null {
  return lifetime === null || lifetime === undefined ? null : new Date(now.getTime() + lifetimeMs(lifetime)!);
}

/** `maxDays`: the longest lifetime that the organization allows; null for no limit. */
export function assertLifetime(createdAt: Date, expiresAt: Date | null, maxDays: number | null): void {
  if (maxDays === null) return;
  const isLonger = expiresAt === null || expiresAt.getTime() - createdAt.getTime() > maxDays * 24 * HOUR_MS;
  if (isLonger) throw new OrganizationLifetimeExceeded(maxDays, expiresAt !== null);
}
