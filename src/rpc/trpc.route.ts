import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error';
import { sessionCookieName, type IncomingRequest } from '../access/incoming-request';
import { HttpConfig } from '../platform/config/http.config';
import { requestLoad } from '../platform/lifecycle/request-load';
import { errorBody, httpStatusOf } from '../http/errors/error-shape';
import { allowCompression } from '../http/server/compressed-response';
import { incomingRequest } from '../http/server/fastify-request';
import { type RequestedCall, parseCalls } from './parse-calls';
import { bearerChallenge } from '../http/errors/bearer-challenge';
import { ProcedureRegistry } from './procedure-registry';
import { ReportedCalls } from './reported-calls';

const PREFIX = '/api/trpc/';

interface Answer {
  status: number;
  body: string;
  retryAfterSeconds: number | undefined;
  challenge: string | null;
}

/** The one route of all procedures, in tRPC's wire format (specification, "Wire conventions"; contract §5). */
@Injectable()
export class TrpcRoute {
  constructor(
    private readonly calls: ReportedCalls,
    private readonly procedures: ProcedureRegistry,
    private readonly http: HttpConfig,
  ) {}

  /** An encapsulated plugin, because bodies remain bytes here: each call of a batch parses and rejects its own. */
  register(fastify: FastifyInstance): void {
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      scope.all(`${PREFIX}*`, (request, reply) => this.answer(request, reply));
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const incoming = incomingRequest(request, sessionCookieName(this.http.isSecure));
    rejectStreams(request);
    const path = (request.params as { '*': string })['*'];
    const asked = parseCalls({
      method: request.method,
      path,
      query: request.query as Record<string, unknown>,
      body: (request.body as Buffer | undefined) ?? null,
      contentType: request.headers['content-type'],
    });
    const answers: Answer[] = [];
    requestLoad.begin();
    try {
      // Sequential: a batch uses one connection at a time, and mutations run in the given order.
      for (const call of asked.calls) answers.push(await this.answerOne(incoming, call));
    } finally {
      requestLoad.end();
    }
    const status = commonStatus(answers);
    const retryAfter = answers.find((answer) => answer.retryAfterSeconds !== undefined)?.retryAfterSeconds;
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    const challenge = status === 401 ? answers[0]!.challenge : null;
    if (challenge !== null) void reply.header('www-authenticate', challenge);
    if (status === 200 && this.isCompressed(asked.calls)) allowCompression(reply);
    const body = asked.isBatch ? `[${answers.map((answer) => answer.body).join(',')}]` : answers[0]!.body;
    return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body);
  }

  /** Only when no call of a batch can return a secret. */
  private isCompressed(calls: readonly RequestedCall[]): boolean {
    return calls.every(({ name }) => this.procedures.find(name)?.isCompressed === true);
  }

  private async answerOne(request: IncomingRequest, asked: RequestedCall): Promise<Answer> {
    const outcome = await this.calls.run(request, asked);
    if ('body' in outcome)
      return { status: 200, body: outcome.body, retryAfterSeconds: undefined, challenge: null };
    const { error } = outcome;
    return {
      status: httpStatusOf(error),
      body: JSON.stringify(errorBody(error, asked.name)),
      retryAfterSeconds: error.retryAfterSeconds,
      challenge: bearerChallenge(error, request.header('authorization')),
    };
  }
}

/** `httpBatchStreamLink` requests lines of JSON and cannot parse any other success. */
function rejectStreams({ headers }: FastifyRequest): void {
  if (headers['trpc-accept'] === 'application/jsonl' || headers.accept === 'application/jsonl') {
    throw new AppError('BAD_REQUEST', 'Streaming is not supported; use httpBatchLink or httpLink');
  }
}

/** 207 when the statuses of a batch's calls differ. */
function commonStatus(answers: Answer[]): number {
  const first = answers[0]!.status;
  return answers.every((answer) => answer.status === first) ? first : 207;
}
