import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { ProcessConfig } from '../../platform/config/process.config';
import type { IncomingRequest } from '../../access/incoming-request';
import { RateLimits } from '../../access/rate-limits';
import { type OpenSocket, type SocketTarget, Upgrades } from '../../http/sockets/upgrades';
import { readSince } from './connections/client-messages';
import { ConnectionsService, type SocketPurpose } from './connections/connections.service';
import { FirstMessageService } from './connections/first-message.service';
import { SocketCallersService } from './connections/socket-callers.service';

/** The addresses of sockets: `/ws/<boardId>`, and `/ws` for a user. */
@Injectable()
export class RealtimeEndpointsService implements OnModuleInit {
  constructor(
    private readonly process: ProcessConfig,
    private readonly upgrades: Upgrades,
    private readonly callers: SocketCallersService,
    private readonly limits: RateLimits,
    private readonly connections: ConnectionsService,
    private readonly firstMessages: FirstMessageService,
  ) {}

  onModuleInit(): void {
    if (!this.process.has('realtime')) return;
    this.upgrades.add({
      path: /^\/ws(\/[^/]*)?$/,
      admit: (request, target) => this.admit(request, target),
    });
  }

  private async admit(request: IncomingRequest, { path, query }: SocketTarget): Promise<OpenSocket> {
    const [, , boardId] = path.split('/');
    if (request.header('authorization') === undefined && request.sessionCookie === undefined) {
      await this.limits.anonymous(request.rate, request.ip);
      const purpose = purposeOf(boardId, query);
      this.firstMessages.assertRoom(request);
      return (socket) => this.firstMessages.await(socket, request, purpose);
    }
    const caller = await this.callers.admit(request);
    const purpose = purposeOf(boardId, query);
    this.connections.assertRoom(caller);
    return (socket) => this.connections.open(socket, caller, purpose);
  }
}

function purposeOf(boardId: string | undefined, query: URLSearchParams): SocketPurpose {
  const since = readSince(query);
  if (boardId !== undefined) return { boardId, since };
  if (since !== undefined)
    throw InvalidInput.at(
      'since',
      'Numbers are of one board: send it in the message subscribe, with the boardId',
    );
  return { boardId: null };
}
