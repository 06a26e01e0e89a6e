/**
 * The parameters of an address's query as they were written: what comes back to its sender must be what they sent, so
 * nothing is decoded and encoded again on the way.
 */
export class QueryParameters {
  /** The whole query, in characters that can stand in any address. */
  readonly text: string;
  private readonly given = new Map<string, string[]>();

  constructor(query: string) {
    this.text = query.replaceAll(/[^\x21-\x7e]|["#<>\\^`{|}]/g, percentEncoded);
    for (const part of this.text.split('&')) {
      if (part === '') continue;
      const at = part.indexOf('=');
      const [name, value] = at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      const key = decoded(name);
      if (key === null) continue;
      this.given.set(key, [...(this.given.get(key) ?? []), value]);
    }
  }

  isRepeated(name: string): boolean {
    return (this.given.get(name)?.length ?? 0) > 1;
  }

  /** As it was written; null when it is absent or empty, which RFC 6749 has mean the same. */
  raw(name: string): string | null {
    return this.given.get(name)?.[0] || null;
  }

  /** What it means; null when it is absent, empty or cannot be read. */
  value(name: string): string | null {
    const raw = this.raw(name);
    return raw === null ? null : decoded(raw);
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** The HTTP parser hands over each byte as one character. */
function percentEncoded(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0xff
    ? encodeURIComponent(character.isWellFormed() ? character : '\ufffd')
    : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
}
