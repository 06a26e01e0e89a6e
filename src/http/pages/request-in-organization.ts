import type { IncomingRequest } from '../../access/incoming-request';

/** The same request as if its header named an organization: for a page that shows one of several. */
export class RequestInOrganization implements IncomingRequest {
  /** A separate store, because the results of the page belong to another organization, or to none. */
  readonly memo = new Map<string, unknown>();

  constructor(
    private readonly page: IncomingRequest,
    private readonly slug: string,
    /** For a form that must not be carried out twice; browsers send no such header. */
    private readonly idempotencyKey?: string,
  ) {}

  get id() {
    return this.page.id;
  }

  get method() {
    return this.page.method;
  }

  get host() {
    return this.page.host;
  }

  get ip() {
    return this.page.ip;
  }

  get sessionCookie() {
    return this.page.sessionCookie;
  }

  get rate() {
    return this.page.rate;
  }

  get answerHeaders() {
    return this.page.answerHeaders;
  }

  header(name: string): string | undefined {
    if (name === 'idempotency-key' && this.idempotencyKey !== undefined) return this.idempotencyKey;
    return name === 'x-tenant-id' ? this.slug : this.page.header(name);
  }
}
