import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { CallProcedure } from '../call-procedure';
import { ProcedureRegistry } from '../procedure-registry';

/**
 * Lets a page ask procedures for whoever it is shown to: with their guards, limits, validation and audit, so that a page
 * can do nothing that its visitor could not do by the API.
 */
@Injectable()
export class PageCalls {
  constructor(
    private readonly procedures: CallProcedure,
    private readonly registry: ProcedureRegistry,
  ) {}

  /** What the call answers, as it is on the wire; its refusals are thrown. */
  async call<T>(request: IncomingRequest, name: string, input?: object): Promise<T> {
    const procedure = this.registry.find(name);
    if (procedure === undefined) throw new Error(`No procedure is named ${name}`);
    const asked = { name, index: 0, readInput: () => input };
    const body = JSON.parse(await this.procedures.invoke(request, procedure, asked)) as {
      result: { data: { json: T } };
    };
    return body.result.data.json;
  }
}
