import { Injectable, type OnModuleInit, UseGuards } from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import type { GuardedCall } from '../../../access/guarded-call';
import { GUARDS_IN_ORDER } from '../../../access/guards/guards-in-order';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SocketCaller } from './socket-caller';

/** Checks a handshake, a token or a subscription with the guards of every call: it counts as a call of a query. */
@Injectable()
export class SocketCallersService implements OnModuleInit {
  private check: (call: GuardedCall) => Promise<GuardedCall> = () => Promise.reject(new Error('Not started'));

  constructor(private readonly contexts: ExternalContextCreator) {}

  /** The guards exist only now. */
  onModuleInit(): void {
    this.check = this.contexts.create(
      this,
      // Unbound: the guards are declared on the method itself.
      Reflect.get(this, 'passed') as (...values: unknown[]) => unknown,
      'passed',
      undefined,
      undefined,
      undefined,
      undefined,
      { guards: true, interceptors: false, filters: false },
    ) as (call: GuardedCall) => Promise<GuardedCall>;
  }

  async admit(request: IncomingRequest): Promise<SocketCaller> {
    const call: GuardedCall = {
      request,
      // Each board is checked when the socket subscribes to it.
      requirement: { scope: 'read', role: 'guest', isWithinPlaces: true },
      // A page of another site must not read with the user's cookie either: there is no CORS for WebSockets.
      isMutation: true,
      person: null,
      principal: null,
    };
    return new SocketCaller(await this.check(call));
  }

  /** Counts a call of a socket that is open. */
  async count({ request }: SocketCaller): Promise<void> {
    await this.admit(request);
  }

  @UseGuards(...GUARDS_IN_ORDER)
  passed(call: GuardedCall): GuardedCall {
    return call;
  }
}
