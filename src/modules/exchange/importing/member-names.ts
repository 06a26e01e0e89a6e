import type { NamedMember } from '../../hierarchy';

/** Finds members by the text of a cell: by e-mail address, or by a name that only one of them has. */
export function memberFinder(members: readonly NamedMember[]): (text: string) => string | undefined {
  const byEmail = new Map(members.map(({ email, id }) => [email, id]));
  const byName = new Map<string, string | undefined>();
  for (const { name, id } of members) byName.set(name, byName.has(name) ? undefined : id);
  return (text) => {
    const key = text.trim().toLowerCase();
    return byEmail.get(key) ?? byName.get(key);
  };
}
