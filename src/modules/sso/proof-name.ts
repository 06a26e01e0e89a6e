/** Where the proof of a domain is published: before the domain itself, whose own records stay as they are. */
export function proofName(domain: string): string {
  return `_trestle.${domain}`;
}
