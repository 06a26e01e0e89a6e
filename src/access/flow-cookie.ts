import { parse } from 'cookie';
import { sha256 } from '../platform/crypto/digest';
import { randomSecret } from '../platform/crypto/random';
import type { SecretBox } from '../platform/crypto/secret-box';
import type { IncomingRequest } from './incoming-request';

export interface FlowCookieOptions {
  name: string;
  maxAgeSeconds: number;
  /**
   * Sent with cross-site form posts, which needs SameSite=None. Browsers reject that attribute on http; there they send a
   * cookie without it with such forms for two minutes (decision 0063).
   */
  isCrossSite?: boolean;
}

/** The secret for the browser, and the digest with which the database recognizes it. */
export interface MarkedBrowser {
  digest: Buffer;
  setCookie: string;
}

/** Browsers ignore longer cookies, name and attributes included. */
const MAX_BYTES = 4_096;
const MARK = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie of a sign-in flow, which only the browser that started the flow has. It contains a random secret whose digest
 * the database stores, or the sealed state of the flow if the database stores nothing. Host-only, so that no other host of
 * the domain reads or sets it. Lax unless it is cross-site, because the browser returns from another site through a link.
 */
export class FlowCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(
    private readonly options: FlowCookieOptions,
    isSecure: boolean,
    private readonly box: SecretBox,
  ) {
    this.name = isSecure ? `__Host-${options.name}` : options.name;
    this.attributes = ['Path=/', 'HttpOnly', ...sameSite(options, isSecure)].join('; ');
  }

  /** Sets a secret of 256 random bits in the browser, unless the caller gives one. */
  mark(value: string = randomSecret()): MarkedBrowser {
    return { digest: sha256(value), setCookie: this.setCookie(value, this.options.maxAgeSeconds) };
  }

  /** The secret of the browser; null if it has none. */
  markOf(request: IncomingRequest): string | null {
    const value = this.valueOf(request);
    return value !== undefined && MARK.test(value) ? value : null;
  }

  digestOf(request: IncomingRequest): Buffer | null {
    const mark = this.markOf(request);
    return mark === null ? null : sha256(mark);
  }

  /** Continues to the start page if the target URL does not fit into a cookie. */
  seal(state: { readonly continueTo: string }): string {
    const setCookie = this.sealed(state);
    return setCookie.length <= MAX_BYTES ? setCookie : this.sealed({ ...state, continueTo: '/' });
  }

  /** Null without a cookie, and for one that is expired or was not sealed by this service. */
  open<T>(request: IncomingRequest): T | null {
    const value = this.valueOf(request);
    return value === undefined ? null : this.box.openCurrent<T>(value, this.belongsTo);
  }

  /** The `Set-Cookie` that deletes it. */
  cleared(): string {
    return this.setCookie('', 0);
  }

  private sealed(content: object): string {
    const { maxAgeSeconds } = this.options;
    const sealed = this.box.sealFor(maxAgeSeconds * 1_000, content, this.belongsTo);
    return this.setCookie(sealed, maxAgeSeconds);
  }

  private setCookie(value: string, maxAgeSeconds: number): string {
    return `${this.name}=${value}; Max-Age=${maxAgeSeconds}; ${this.attributes}`;
  }

  private valueOf(request: IncomingRequest): string | undefined {
    return parse(request.header('cookie') ?? '')[this.name];
  }

  private get belongsTo(): string {
    return `cookie:${this.options.name}`;
  }
}

function sameSite({ isCrossSite = false }: FlowCookieOptions, isSecure: boolean): string[] {
  if (!isSecure) return isCrossSite ? [] : ['SameSite=Lax'];
  return [isCrossSite ? 'SameSite=None' : 'SameSite=Lax', 'Secure'];
}
