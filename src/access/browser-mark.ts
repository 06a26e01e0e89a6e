import { createHash, randomBytes } from 'node:crypto';
import { parse } from 'cookie';
import type { IncomingRequest } from './incoming-request';

const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** What a browser keeps of a mark, and what is stored to know it again. */
export interface MarkedBrowser {
  digest: Buffer;
  setCookie: string;
}

/** A random value of 256 bits that one browser keeps in a cookie of this host: what it begins here, it alone can end. */
export class BrowserMark {
  constructor(
    private readonly cookieName: string,
    /** Behind the cookie's value and age. */
    private readonly attributes: string,
    private readonly maxAgeSeconds: number,
  ) {}

  /** Marks the browser; one that has this value already keeps it. */
  put(value: string = randomBytes(32).toString('base64url')): MarkedBrowser {
    const setCookie = `${this.cookieName}=${value}; Max-Age=${this.maxAgeSeconds}; ${this.attributes}`;
    return { digest: createHash('sha256').update(value).digest(), setCookie };
  }

  /** The value that the browser shows; null where it has none of this form. */
  valueOf(request: IncomingRequest): string | null {
    const value = parse(request.header('cookie') ?? '')[this.cookieName];
    return value !== undefined && VALUE.test(value) ? value : null;
  }

  digestOf(request: IncomingRequest): Buffer | null {
    const value = this.valueOf(request);
    return value === null ? null : this.put(value).digest;
  }

  /** The cookie that takes it away again. */
  removed(): string {
    return `${this.cookieName}=; Max-Age=0; ${this.attributes}`;
  }
}
