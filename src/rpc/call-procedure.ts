import { Injectable } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import type { IncomingRequest } from '../access/incoming-request';
import type { CallContext, UserContext } from '../access/principal';
import { RateLimits } from '../access/rate-limits';
import { isAdministrative } from '../access/requirement';
import { AuditedCalls } from '../access/audit/audited-calls';
import { successBody } from './envelope';
import { asAppError } from '../http/errors/error-shape';
import { inCallSpan } from './call-span';
import { asksForDryRun, assertDryRunHeader, DRY_RUN_HEADER } from '../access/dry-run-header';
import { DryRuns } from './dry-runs';
import { IdempotentCalls, type KeyedCall } from './idempotent-calls';
import type { RequestedCall } from './parse-calls';
import { type Procedure, type ProcedureCall, ProcedureRegistry } from './procedure-registry';

class UnknownProcedure extends AppError {
  constructor(name: string) {
    super('NOT_FOUND', `No procedure named ${name.slice(0, 100)}`);
  }
}

type Act = (context: UserContext | CallContext) => unknown;

/** Runs one requested call: lookup, method, guards, validation, the procedure. Returns its body as text. */
@Injectable()
export class CallProcedure {
  constructor(
    private readonly registry: ProcedureRegistry,
    private readonly idempotent: IdempotentCalls,
    private readonly limits: RateLimits,
    private readonly audited: AuditedCalls,
    private readonly dryRuns: DryRuns,
  ) {}

  async run(request: IncomingRequest, asked: RequestedCall): Promise<string> {
    const procedure = this.registry.find(asked.name);
    const method = procedure?.kind === 'query' ? 'GET' : 'POST';
    if (procedure === undefined || methodOf(request) !== method) {
      // Counted like an unknown route, so that guessing names is limited too.
      await this.limits.anonymous(request.rate, request.ip);
      throw procedure === undefined
        ? new UnknownProcedure(asked.name)
        : this.otherMethod(request, procedure, method);
    }
    return this.invoke(request, procedure, asked);
  }

  invoke(request: IncomingRequest, procedure: Procedure, asked: RequestedCall): Promise<string> {
    return inCallSpan(procedure.name, () => this.invokeAudited(request, procedure, asked));
  }

  private async invokeAudited(
    request: IncomingRequest,
    procedure: Procedure,
    asked: RequestedCall,
  ): Promise<string> {
    const isDryRun = procedure.kind === 'mutation' && asksForDryRun(request);
    if (isDryRun) request.answerHeaders.set(DRY_RUN_HEADER, '1');
    const call = this.call(request, procedure, asked, isDryRun);
    if (isDryRun || (!procedure.isAudited && !isAdministrative(procedure)))
      return successBody(await procedure.invoke(call));
    try {
      return successBody(await procedure.invoke(call));
    } catch (thrown) {
      await this.audited.rejected(call, procedure.name, inputOf(call), asAppError(thrown));
      throw thrown;
    }
  }

  private otherMethod(request: IncomingRequest, { name, kind }: Procedure, method: string): AppError {
    request.answerHeaders.set('allow', method);
    return new AppError('METHOD_NOT_SUPPORTED', `${name} is a ${kind}; call it with ${method}`);
  }

  private call(
    request: IncomingRequest,
    procedure: Procedure,
    asked: RequestedCall,
    isDryRun: boolean,
  ): ProcedureCall {
    const key = procedure.kind === 'mutation' ? request.header('idempotency-key') : undefined;
    const call: ProcedureCall = {
      request,
      requirement: procedure,
      isMutation: procedure.kind === 'mutation',
      person: null,
      principal: null,
      readInput: asked.readInput,
      perform: (input, method) => {
        if (call.isMutation) assertDryRunHeader(request);
        const context = contextOf(call);
        const { name, recordAuditSnapshot: record } = procedure;
        const audited = { request, name, isMutation: call.isMutation, input, record };
        const act = (inside: UserContext | CallContext, finish: Act = method) =>
          procedure.isAudited
            ? this.audited.run(inside, audited, async (within) => finish(within))
            : finish(inside);
        const prepare =
          procedure.isPrepared === true ? async () => (await method(context)) as Act : undefined;
        if (isDryRun)
          return this.dryRuns.run(context, prepare ?? (() => undefined), (inside, finish) =>
            act(inside, finish),
          );
        if (key === undefined)
          return prepare === undefined ? act(context) : prepare().then((finish) => act(context, finish));
        const keyed = {
          key,
          index: asked.index,
          procedure: procedure.name,
          hasSecretAnswer: procedure.hasSecretAnswer ?? false,
          storedAnswer: procedure.storedAnswer as KeyedCall['storedAnswer'],
          rawInput: asked.readInput(),
          onReplay: () => request.answerHeaders.set('idempotent-replayed', 'true'),
        };
        return prepare === undefined
          ? this.idempotent.run(context, keyed, async (inside) => act(inside))
          : this.idempotent.runPrepared(context, keyed, prepare, async (inside, finish) =>
              act(inside, finish),
            );
      },
    };
    return call;
  }
}

/** A query whose input does not fit a URL is sent with POST and a header; without the header POST is a wrong method. */
function methodOf(request: IncomingRequest): string {
  return request.method === 'POST' && request.header('x-http-method-override') === 'GET'
    ? 'GET'
    : request.method;
}

/** The input, if it can be parsed. */
function inputOf(call: ProcedureCall): unknown {
  try {
    return call.readInput();
  } catch {
    return null;
  }
}

/** Without spreads, which cost twenty times the literals here. */
function contextOf({ request, person, principal, lease }: ProcedureCall): UserContext | CallContext {
  if (principal === null) return { requestId: request.id, transaction: null, person: person!, lease: lease! };
  return {
    requestId: request.id,
    transaction: null,
    person: person!,
    lease: lease!,
    principal,
    organizationId: principal.organizationId,
    host: request.host,
  };
}
