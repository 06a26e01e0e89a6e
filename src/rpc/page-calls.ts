import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../access/incoming-request';
import { CallProcedure } from './call-procedure';
import { ProcedureRegistry } from './procedure-registry';

/**
 * Lets a page call procedures for its user, with their guards, limits, validation and audit, so that a page can do nothing
 * that its user could not do with the API.
 */
@Injectable()
export class PageCalls {
  constructor(
    private readonly procedures: CallProcedure,
    private readonly registry: ProcedureRegistry,
  ) {}

  /** The result of the call in its JSON form; throws its rejections. */
  async call<T>(request: IncomingRequest, name: string, input?: object): Promise<T> {
    const procedure = this.registry.named(name);
    const asked = { name, index: 0, readInput: () => input };
    const body = JSON.parse(await this.procedures.invoke(request, procedure, asked)) as {
      result: { data: { json: T } };
    };
    return body.result.data.json;
  }
}
