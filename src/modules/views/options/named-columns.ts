import { nounOf } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { ViewOptions } from './view-options.schemas';

/** The keys of collapsed groups are values of cells. */
const VALUES: ReadonlySet<string> = new Set<keyof NonNullable<ViewOptions['table']>>(['collapsed']);

/** The ids of the columns that options name. */
export function columnsInOptions(options: ViewOptions): string[] {
  const found: string[] = [];
  const visit = (value: Json | undefined): void => {
    if (typeof value === 'string') {
      if (nounOf(value) === 'column') found.push(value);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) {
        visit(key);
        if (!VALUES.has(key)) visit(member);
      }
  };
  visit(options as Json);
  return found;
}
