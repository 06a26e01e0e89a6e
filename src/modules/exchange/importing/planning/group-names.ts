import { InvalidInput } from '../../../../kernel/app-error';
import type { GroupId } from '../../../../kernel/ids';
import type { BoardFacts } from '../../../hierarchy';

type BoardGroups = Pick<BoardFacts, 'groups'>;

/** Names of groups are equal regardless of case and outer spaces. */
function folded(name: string): string {
  return name.trim().toLowerCase();
}

/** The groups that cells name, each once, as the first cell writes it. */
export class GroupNames {
  private readonly found = new Map<string, string>();

  constructor(private readonly max = Infinity) {}

  add(name: string): void {
    const key = folded(name);
    if (key !== '' && !this.found.has(key) && this.found.size < this.max) this.found.set(key, name);
  }

  get names(): string[] {
    return [...this.found.values()];
  }
}

/** The names that do not match a group of the board. */
export function missingGroups(board: BoardGroups | null, names: readonly string[]): string[] {
  const known = new Set(board?.groups.map(({ name }) => folded(name)));
  return names.filter((name) => !known.has(folded(name)));
}

/**
 * Finds the group of a row by its name: the exact match, or else the first equal name. `unnamed` is the group of
 * rows without a name; by default the first group.
 */
export function groupFinder(
  { groups }: BoardGroups,
  unnamed: GroupId | undefined,
): (name: string) => GroupId {
  const first = unnamed ?? groups[0]?.id;
  // The first of two equal names is set last.
  const reversed = groups.toReversed();
  const exact = new Map(reversed.map(({ id, name }) => [name, id]));
  const equal = new Map(reversed.map(({ id, name }) => [folded(name), id]));
  return (name) => {
    const id = name.trim() === '' ? first : (exact.get(name) ?? equal.get(folded(name)));
    if (id === undefined) throw InvalidInput.at('groupId', 'The board has no group; create one first');
    return id;
  };
}
