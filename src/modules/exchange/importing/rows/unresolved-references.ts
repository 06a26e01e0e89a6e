import type { UnresolvedOutput } from '../../imports.schemas';

/** The maximum number in a report; it counts them all. */
export const UNRESOLVED_SHOWN = 500;
const VALUE_MAX = 200;

/** Takes each reference of a row that leads to nothing. */
export type NoteUnresolved = (reference: UnresolvedOutput) => void;

/** The references of a file that lead to no person, item or row, or to several. */
export class UnresolvedReferences {
  readonly shown: UnresolvedOutput[] = [];
  count = 0;

  readonly add: NoteUnresolved = (reference) => {
    this.count += 1;
    if (this.shown.length >= UNRESOLVED_SHOWN) return;
    const { value } = reference;
    const shown = value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX).toWellFormed()}…` : value;
    this.shown.push({ ...reference, value: shown });
  };
}
