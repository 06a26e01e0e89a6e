import type { z } from 'zod';
import type { BoardId, ViewId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import {
  mePreferencesSet,
  type PreferenceChanges,
  type Preferences,
  PREFERENCES_MAX_BYTES,
  settings,
  sidebarSettings,
} from './user-preferences.schemas';

/** Preferences by one name each: `theme`, `sidebar.width`, `defaultViews.<board id>`, `apps.<name>`. */
export type Entries = { [name: string]: Json };

/** What a change does to the stored entries. */
export interface EntryChanges {
  set: Entries;
  removed: string[];
  /** The sections of which it removes all entries. */
  emptied: string[];
}

export function entryChanges(changes: PreferenceChanges): EntryChanges {
  const result: EntryChanges = { set: {}, removed: [], emptied: [] };
  const change = (name: string, value: Json | undefined) => {
    if (value === null) result.removed.push(name);
    else if (value !== undefined) result.set[name] = value;
  };
  for (const [key, value] of Object.entries(changes)) {
    if (!isSection(key)) change(key, value as Json);
    else if (value === null) result.emptied.push(key);
    else
      for (const [name, inner] of Object.entries(value as { [name: string]: Json }))
        change(`${key}.${name}`, inner);
  }
  return result;
}

/** What the stored entries say, without those that this release does not know. */
export function preferencesOf(entries: Entries): Preferences {
  const preferences: Record<string, unknown> & Record<Section, Record<string, unknown>> = {
    sidebar: {},
    defaultViews: {},
    apps: {},
  };
  for (const [name, value] of Object.entries(entries)) {
    const dot = name.indexOf('.');
    const section = dot < 0 ? null : name.slice(0, dot);
    const key = name.slice(dot + 1);
    if (section === null) keep(preferences, settings, key, value);
    else if (section === 'sidebar') keep(preferences.sidebar, sidebarSettings, key, value);
    else if (isSection(section)) preferences[section][key] = value;
  }
  return preferences as unknown as Preferences;
}

/** The boards that preferences name, and the views by their boards. */
export function namedIds({ startPage, sidebar, defaultViews }: PreferenceChanges | Preferences): {
  boardIds: BoardId[];
  viewIds: ViewId[];
} {
  const views = Object.entries(defaultViews ?? {}).filter(([, viewId]) => viewId !== null);
  return {
    boardIds: [
      ...(isBoard(startPage) ? [startPage] : []),
      ...(sidebar?.favorites ?? []),
      ...views.map(([boardId]) => boardId as BoardId),
    ],
    viewIds: views.map(([, viewId]) => viewId as ViewId),
  };
}

export const isBoard = (startPage: string | null | undefined): startPage is BoardId =>
  startPage?.startsWith('brd_') ?? false;

/** Why stored entries are none that a call has set; null if they can be. */
export function entriesProblem(entries: Entries): { path: string; message: string } | null {
  if (Buffer.byteLength(JSON.stringify(entries)) > PREFERENCES_MAX_BYTES)
    return { path: '', message: `Must be at most ${PREFERENCES_MAX_BYTES / 1024} KiB of JSON` };
  for (const [name, value] of Object.entries(entries)) {
    if (value === null) return { path: name, message: 'Must not be null' };
    const dot = name.indexOf('.');
    const change = dot < 0 ? { [name]: value } : { [name.slice(0, dot)]: { [name.slice(dot + 1)]: value } };
    const read = mePreferencesSet.input.safeParse({ preferences: change });
    if (!read.success) return { path: name, message: read.error.issues[0]!.message };
  }
  return null;
}

const SECTIONS = ['sidebar', 'defaultViews', 'apps'] as const;
type Section = (typeof SECTIONS)[number];

const isSection = (key: string): key is Section => (SECTIONS as readonly string[]).includes(key);

function keep(
  into: Record<string, unknown>,
  schemas: Record<string, z.ZodType>,
  key: string,
  value: Json,
): void {
  if (Object.hasOwn(schemas, key) && schemas[key]!.safeParse(value).success) into[key] = value;
}
