import { z } from 'zod';

/** The formats of an organization's dates and texts (contract §7, "organizations.create"). */

export const WEEK_DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export const DEFAULT_SETTINGS = {
  timezone: 'UTC',
  dateFormat: 'YYYY-MM-DD',
  weekStart: 'monday',
  language: 'en',
} as const;

export const timezone = z
  .string()
  .max(64, 'Must be at most 64 characters')
  .refine(isTimeZone, 'Must be an IANA time zone such as Europe/Berlin');

export const dateFormat = z
  .string()
  .max(32, 'Must be at most 32 characters')
  .refine(
    isDateFormat,
    'Must consist of YYYY, MM, M, MMM, DD, D and / - . , or spaces, with each part of the date once',
  );

export const weekStart = z.enum(WEEK_DAYS);

export const language = z
  .string()
  .max(35, 'Must be at most 35 characters')
  .refine(isLanguage, 'Must be a language code such as en or pt-BR');

function isTimeZone(name: string): boolean {
  // The runtime also accepts offsets (+05:30), which are not IANA names and have no daylight saving.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The number of days in which members must set up a second factor after the organization requires one. */
export const DEFAULT_GRACE_DAYS = 7;
/** At least one: the admin who sets the requirement may have no second factor and could not revert it. */
const MIN_GRACE_DAYS = 1;
const MAX_GRACE_DAYS = 90;

export const graceDays = z
  .int('Must be a whole number of days')
  .min(
    MIN_GRACE_DAYS,
    `Must be at least ${MIN_GRACE_DAYS}: members without a second factor, who can include you, need time to set one up`,
  )
  .max(MAX_GRACE_DAYS, `Must be at most ${MAX_GRACE_DAYS}`);

/** As long as a token can live without such a limit. */
const MAX_TOKEN_LIFETIME_DAYS = 366;

export const maxTokenLifetimeDays = z
  .int('Must be a whole number of days')
  .min(1, 'Must be at least 1')
  .max(MAX_TOKEN_LIFETIME_DAYS, `Must be at most ${MAX_TOKEN_LIFETIME_DAYS}`);

const DATE_TOKENS: Record<string, 'year' | 'month' | 'day'> = {
  YYYY: 'year',
  MMM: 'month',
  MM: 'month',
  M: 'month',
  DD: 'day',
  D: 'day',
};

function isDateFormat(pattern: string): boolean {
  const parts = pattern.match(/YYYY|M{1,3}|D{1,2}|[/\-., ]|./gsu) ?? [];
  const dateParts = parts.filter((part) => !/^[/\-., ]$/.test(part)).map((part) => DATE_TOKENS[part]);
  return (
    dateParts.length > 0 && !dateParts.includes(undefined) && new Set(dateParts).size === dateParts.length
  );
}

function isLanguage(tag: string): boolean {
  // The grammar also allows longer first subtags, which no language has.
  if (!/^[A-Za-z]{2,3}(-|$)/.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
