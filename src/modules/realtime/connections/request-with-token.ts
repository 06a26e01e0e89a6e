import type { IncomingRequest } from '../../../access/incoming-request';
import type { RateState } from '../../../access/rate-state';

/** The request of a handshake as if it had the token that the first message contains, and no cookie. */
export class RequestWithToken implements IncomingRequest {
  readonly memo = new Map<string, unknown>();
  readonly sessionCookie = undefined;

  constructor(
    private readonly handshake: IncomingRequest,
    private readonly token: string,
  ) {}

  get id(): string {
    return this.handshake.id;
  }

  get method(): string {
    return this.handshake.method;
  }

  get host(): string {
    return this.handshake.host;
  }

  get ip(): string {
    return this.handshake.ip;
  }

  get rate(): RateState {
    return this.handshake.rate;
  }

  get answerHeaders(): Map<string, string> {
    return this.handshake.answerHeaders;
  }

  header(name: string): string | undefined {
    return name === 'authorization' ? `Bearer ${this.token}` : this.handshake.header(name);
  }
}
