import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NotAuthenticated } from '../../../access/access-errors';
import { asAppError } from '../../../http/errors/error-shape';
import type { ClientSocket } from '../../../http/sockets/client-socket';
import { closeReasonOf } from '../../../http/sockets/close-code';
import { parseClientMessage } from './client-messages';
import { ConnectionsService, type SocketPurpose } from './connections.service';
import { RequestWithToken } from './request-with-token';
import { SocketCallersService } from './socket-callers.service';
import { WaitingSockets } from './waiting-sockets';

/** How long a socket without a credential waits for the message with the token. */
const TIMEOUT_MS = 5_000;

/** Authenticates clients that cannot send headers, such as browsers with a token: the first message contains the token. */
@Injectable()
export class FirstMessageService {
  private readonly waiting = new WaitingSockets();

  constructor(
    private readonly callers: SocketCallersService,
    private readonly connections: ConnectionsService,
  ) {}

  assertRoom({ ip }: IncomingRequest): void {
    this.waiting.assertRoom(ip);
  }

  await(socket: ClientSocket, request: IncomingRequest, purpose: SocketPurpose): void {
    const leave = this.waiting.add(request.ip);
    const timer = setTimeout(
      () => socket.close('notAuthenticated', 'Send {"type":"auth","payload":{"token":…}} first'),
      TIMEOUT_MS,
    );
    timer.unref();
    socket.onEnd(() => {
      clearTimeout(timer);
      leave();
    });
    socket.onceMessage((text) => {
      clearTimeout(timer);
      void this.open(socket, text, request, purpose).finally(leave);
    });
  }

  private async open(
    socket: ClientSocket,
    text: string,
    request: IncomingRequest,
    purpose: SocketPurpose,
  ): Promise<void> {
    try {
      const caller = await this.admit(text, request);
      if (socket.isOpen) this.connections.open(socket, caller, purpose);
    } catch (thrown) {
      const failure = asAppError(thrown);
      socket.close(closeReasonOf(failure.code), failure.message);
    }
  }

  private async admit(text: string, request: IncomingRequest) {
    const message = parseClientMessage(text);
    if (message.type !== 'auth') throw new NotAuthenticated('The first message must be auth, with a token');
    const caller = await this.callers.admit(new RequestWithToken(request, message.payload.token));
    this.connections.assertRoom(caller);
    return caller;
  }
}
