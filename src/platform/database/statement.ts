import { sha256Text } from '../crypto/digest';

/** SQL with a name: PostgreSQL parses and plans it once per connection, 1.5 times faster (decision 0004). */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The name contains a digest of the text: two texts can never share a prepared statement. */
export function statement(name: string, text: string): Statement {
  const digest = sha256Text(text, 'base64url').slice(0, 10);
  return { name: `${name.slice(0, 50)}:${digest}`, text };
}

/** The name without the digest, for people. */
export function publicNameOf({ name }: Statement): string {
  return name === '' ? 'unnamed statement' : name.slice(0, name.lastIndexOf(':'));
}

/** The first texts that a process sends get names, up to a limit: PostgreSQL stores each of them on every connection. */
export class StatementShapes {
  private readonly named = new Map<string, Statement>();

  constructor(private readonly limit: number) {}

  find(name: string, text: string): Statement {
    let found = this.named.get(text);
    if (!found) {
      if (this.named.size >= this.limit) return { name: '', text };
      this.named.set(text, (found = statement(name, text)));
    }
    return found;
  }
}

const ofRequests = new StatementShapes(500);

/**
 * A statement whose text depends on the request (filters). Frequent texts appear early and get names; others are parsed on each
 * call.
 */
export function statementOfShape(name: string, text: string): Statement {
  return ofRequests.find(name, text);
}

/**
 * Statements whose text depends on a few parameters (the page size, the kind of key): built once per combination.
 * With `limit $1` PostgreSQL would plan every call again, so page sizes are literals.
 */
export function statementFamily<Choice extends readonly (string | number | boolean)[]>(
  name: string,
  build: (...choice: Choice) => string,
): (...choice: Choice) => Statement {
  const made = new Map<string, Statement>();
  return (...choice) => {
    const key = choice.join('|');
    let found = made.get(key);
    if (!found) made.set(key, (found = statement(name, build(...choice))));
    return found;
  };
}
