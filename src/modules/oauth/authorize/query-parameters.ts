/**
 * The parameters of a query exactly as sent. Some are returned to their sender, so they are not decoded and encoded
 * again.
 */
export class QueryParameters {
  /** The whole query, with every byte that a URL cannot contain percent-encoded. */
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

  /** The encoded value; null if it is absent or empty, which RFC 6749 treats alike. */
  raw(name: string): string | null {
    return this.given.get(name)?.[0] || null;
  }

  /** The decoded value; null if it is absent, empty or cannot be decoded. */
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

/** The HTTP parser represents each byte as one character. */
function percentEncoded(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0xff
    ? encodeURIComponent(character.isWellFormed() ? character : '\ufffd')
    : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
}
