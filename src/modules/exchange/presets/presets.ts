import { asana } from './asana';
import { jira } from './jira';
import { monday } from './monday';
import type { Preset, Source } from './preset';
import { trello } from './trello';

/** The presets by source; a file of any other origin has none, and only its columns are guessed. */
const PRESETS: Readonly<Record<Source, Preset | null>> = { csv: null, monday, jira, asana, trello };

export function presetOf(source: Source): Preset | null {
  return PRESETS[source];
}
