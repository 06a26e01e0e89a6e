import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error';
import { sessionCookieName, type IncomingRequest } from '../access/incoming-request';
import { HttpConfig } from '../platform/config/http.config';
import { Log } from '../platform/logging/log';
import { CallProcedure } from './call-procedure';
import { asAppError, errorBody, httpStatusOf } from './error-shape';
import { incomingRequest } from './fastify-request';
import { type AskedCall, parseCalls } from './parse-calls';

const PREFIX = '/api/trpc/';

interface Answer {
  status: number;
  body: string;
  retryAfterSeconds: number | undefined;
}

/** The one route of all procedures, in tRPC's wire format (specification, "Wire conventions"; contract §5). */
@Injectable()
export class TrpcRoute {
  constructor(
    private readonly procedures: CallProcedure,
    private readonly http: HttpConfig,
    private readonly log: Log,
  ) {}

  /** An encapsulated plugin, because here bodies stay bytes: each call of a batch parses and refuses its own. */
  register(fastify: FastifyInstance): void {
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      scope.all(`${PREFIX}*`, (request, reply) => this.answer(request, reply));
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const incoming = incomingRequest(request, sessionCookieName(this.http.isSecure));
    refuseStreams(request);
    const path = (request.params as { '*': string })['*'];
    const asked = parseCalls({
      method: request.method,
      path,
      query: request.query as Record<string, unknown>,
      body: (request.body as Buffer | undefined) ?? null,
      contentType: request.headers['content-type'],
    });
    const answers: Answer[] = [];
    // One after the other: a batch uses one connection at a time, and mutations keep the order they were written in.
    for (const call of asked.calls) answers.push(await this.answerOne(incoming, call));
    const status = commonStatus(answers);
    const retryAfter = answers.find((answer) => answer.retryAfterSeconds !== undefined)?.retryAfterSeconds;
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    const body = asked.isBatch ? `[${answers.map((answer) => answer.body).join(',')}]` : answers[0]!.body;
    return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body);
  }

  private async answerOne(request: IncomingRequest, asked: AskedCall): Promise<Answer> {
    try {
      return { status: 200, body: await this.procedures.run(request, asked), retryAfterSeconds: undefined };
    } catch (thrown) {
      const error = asAppError(thrown);
      this.report(request, asked, error);
      return {
        status: httpStatusOf(error),
        body: JSON.stringify(errorBody(error, asked.name)),
        retryAfterSeconds: error.retryAfterSeconds,
      };
    }
  }

  private report(request: IncomingRequest, asked: AskedCall, error: AppError): void {
    if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return;
    this.log.error('procedure failed', {
      requestId: request.id,
      procedure: asked.name,
      error: error.cause ?? error,
    });
  }
}

/** `httpBatchStreamLink` asks for lines of JSON and could make nothing of any other success. */
function refuseStreams({ headers }: FastifyRequest): void {
  if (headers['trpc-accept'] === 'application/jsonl' || headers.accept === 'application/jsonl') {
    throw new AppError('BAD_REQUEST', 'Answers are not streamed: use httpBatchLink or httpLink');
  }
}

/** 207 when the calls of a batch ended differently. */
function commonStatus(answers: Answer[]): number {
  const first = answers[0]!.status;
  return answers.every((answer) => answer.status === first) ? first : 207;
}
