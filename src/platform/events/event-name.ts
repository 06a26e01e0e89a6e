/** Past participles that do not end in -ed. */
const IRREGULAR = 'made|resent|sent|set|taken';

const NAME = new RegExp(`^[a-z]+(_[a-z]+)*[.]([a-z]+_)*([a-z]+ed|${IRREGULAR})$`);
const PLURAL = /[^su]s[.]/;

/** Throws unless the name is `<noun>.<past participle>`: the noun singular, both of lower-case words joined by `_`. */
export function assertEventName(name: string): void {
  if (!NAME.test(name) || PLURAL.test(name)) {
    throw new Error(
      `An event's name is a singular noun and a past participle, as in item.moved; not "${name}"`,
    );
  }
}
