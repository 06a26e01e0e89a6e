import { z } from 'zod';
import { hasMoreCharacters } from '../../../kernel/character-count';

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Text without control characters; tabs and line breaks stay. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** Text of a definition, such as a label. */
export const schemaText = (max: number) =>
  z
    .string()
    .refine((text) => !hasMoreCharacters(text, max), `Must be at most ${max} characters`)
    .transform(withoutControls);
