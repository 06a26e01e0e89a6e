import { z } from 'zod';
import * as schema from '../../rpc/schema';

/** All preferences of a user in an organization, as JSON. */
export const PREFERENCES_MAX_BYTES = 64 * 1024;
const APP_MAX_BYTES = 8 * 1024;
const FAVORITES_MAX = 100;
const ENTRIES_MAX = 200;

const boardId = schema.id('board');
const viewId = schema.id('view');

export const settings = {
  theme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['compact', 'normal', 'spacious']),
  timeFormat: z.enum(['12h', '24h']),
  // The page of a client after the sign-in: one of its own, or a board.
  startPage: z.union([z.enum(['home', 'my_work', 'inbox']), boardId], {
    error: 'Must be home, my_work, inbox or a board id',
  }),
  shortcuts: z.boolean(),
  reducedMotion: z.boolean(),
};

export const sidebarSettings = {
  collapsed: z.boolean(),
  // Pixels.
  width: z
    .int('Must be a whole number of pixels')
    .min(100, 'Must be at least 100')
    .max(1_000, 'Must be at most 1000'),
  favorites: z
    .array(boardId)
    .max(FAVORITES_MAX, `Must be at most ${FAVORITES_MAX} boards`)
    .refine((ids) => new Set(ids).size === ids.length, 'Must not repeat an id'),
};

/** The name of another client, which keeps what it wants. */
export const appName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'Must be 1 to 64 lowercase letters, digits, dots, hyphens or underscores',
  );

const appValue = z.json().refine((value) => Buffer.byteLength(JSON.stringify(value)) <= APP_MAX_BYTES, {
  error: `Must be at most ${APP_MAX_BYTES / 1024} KiB of JSON`,
  when: ({ issues }) => issues.length === 0,
});

const atMost = <T extends z.ZodType<object>>(entries: T) =>
  entries.refine(
    (given) => Object.keys(given).length <= ENTRIES_MAX,
    `Must be at most ${ENTRIES_MAX} entries`,
  );

const preferences = z.object({
  ...z.object(settings).partial().shape,
  sidebar: z.object(sidebarSettings).partial(),
  // By the id of the board.
  defaultViews: z.record(boardId, viewId),
  apps: z.record(z.string(), z.json()),
});
export type Preferences = z.output<typeof preferences>;

const output = z.object({
  preferences,
  /** Null for a user who never set any. */
  updatedAt: schema.timestamp.nullable(),
});
export type PreferencesOutput = z.output<typeof output>;

const nullish = <S extends Record<string, z.ZodType>>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, value.nullish()])) as {
    [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>>;
  };

/** Null removes what it names. */
const changes = z.strictObject({
  ...nullish(settings),
  sidebar: z.strictObject(nullish(sidebarSettings)).nullish(),
  defaultViews: atMost(z.record(boardId, viewId.nullable())).nullish(),
  apps: atMost(z.record(appName, appValue)).nullish(),
});
export type PreferenceChanges = z.output<typeof changes>;

export const mePreferencesGet = { input: z.strictObject({}), output };

export const mePreferencesSet = { input: z.strictObject({ preferences: changes }), output };
