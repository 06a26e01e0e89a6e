import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../access/incoming-request';
import { asAppError, httpStatusOf } from '../http/errors/error-shape';
import { isLogged } from '../http/errors/is-logged';
import type { AppError } from '../kernel/app-error';
import { Log } from '../platform/logging/log';
import { callerTrace } from '../platform/tracing/tracing';
import { CallMetrics } from './call-metrics';
import { CallProcedure } from './call-procedure';
import type { RequestedCall } from './parse-calls';
import { ProcedureRegistry } from './procedure-registry';

/** The body of a success, or the error of a rejected or failed call. */
export type CallOutcome = { readonly body: string } | { readonly error: AppError };

/** Runs the calls of a protocol, counts them in the metrics and logs unexpected errors. */
@Injectable()
export class ReportedCalls {
  constructor(
    private readonly procedures: CallProcedure,
    private readonly registry: ProcedureRegistry,
    private readonly log: Log,
    private readonly metrics: CallMetrics,
  ) {}

  /** A call in tRPC's wire format: an unknown name and a wrong HTTP method are rejected. */
  run(request: IncomingRequest, asked: RequestedCall): Promise<CallOutcome> {
    return this.report(request, asked.name, () => this.procedures.run(request, asked));
  }

  /** A call of another protocol, with the guards, limits, validation, idempotency and audit of the procedure. */
  invoke(request: IncomingRequest, name: string, input: unknown): Promise<CallOutcome> {
    const procedure = this.registry.named(name);
    const asked = { name, index: 0, readInput: () => input };
    return this.report(request, name, () => this.procedures.invoke(request, procedure, asked));
  }

  private async report(
    request: IncomingRequest,
    name: string,
    act: () => Promise<string>,
  ): Promise<CallOutcome> {
    const began = performance.now();
    try {
      const body = await act();
      this.metrics.ended(name, 200, performance.now() - began);
      return { body };
    } catch (thrown) {
      const error = asAppError(thrown);
      if (isLogged(error)) this.logFailure(request, name, error);
      this.metrics.ended(name, httpStatusOf(error), performance.now() - began);
      return { error };
    }
  }

  private logFailure(request: IncomingRequest, name: string, error: AppError): void {
    this.log.error('procedure failed', {
      requestId: request.id,
      ...callerTrace(request.header('traceparent')),
      procedure: name,
      error: error.cause ?? error,
    });
  }
}
