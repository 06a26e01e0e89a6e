import { foldCase } from '../../../kernel/fold-case';
import type { NamedMember } from '../../hierarchy';

/** Finds members by the text of a cell: by e-mail address, or by a name that only one of them has. */
export function memberFinder(members: readonly NamedMember[]): (text: string) => string | undefined {
  const byEmail = new Map(members.map(({ email, id }) => [email, id]));
  const byName = new Map<string, string | undefined>();
  for (const { name, id } of members) {
    const key = foldCase(name);
    byName.set(key, byName.has(key) ? undefined : id);
  }
  return (text) => {
    const written = text.trim();
    return byEmail.get(written.toLowerCase()) ?? byName.get(foldCase(written));
  };
}
