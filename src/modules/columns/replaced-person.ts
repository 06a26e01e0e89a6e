/** The people of a cell with one traded for another, who stands in the place of the first of the two; null: taken out. */
export function replacedPerson(people: readonly string[], from: string, to: string | null): string[] {
  const traded = people.flatMap((id) => (id === from ? (to ?? []) : id));
  return [...new Set(traded)];
}
