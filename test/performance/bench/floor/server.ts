import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { BoardCache } from './board-cache';
import { boardQueries } from './board-queries';
import { type Callers, countCall } from './caller';
import { commentProcedures } from './comment-procedures';
import type { Database } from './database';
import { eventProcedures } from './event-procedures';
import { formProcedures } from './form-procedures';
import { itemMutations } from './item-mutations';
import { itemQueries } from './item-queries';
import { notificationProcedures } from './notification-procedures';
import type { Procedure } from './procedure';

type Answer = (request: FastifyRequest, reply: FastifyReply, userId: string) => Promise<string>;

/**
 * Plain Fastify: one static route per procedure, no hook, no schema, no log, answers put together as text.
 */
export function createServer(database: Database, callers: Callers): FastifyInstance {
  const server = Fastify({ logger: false });
  const boards = new BoardCache(database);
  const items = { ...itemQueries(database, boards), ...itemMutations(database, boards) };
  const { getBoard, me } = boardQueries(database);
  const comments = commentProcedures(database);
  const forms = formProcedures(database, boards);
  const notifications = notificationProcedures(database);
  const events = eventProcedures(database, boards);

  /** Returns the text as it is. */
  const plain = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-request-id', randomUUID());
    const caller = callers.find(request.headers.authorization);
    if (!caller) {
      reply.code(401);
      return '{"error":{"message":"No valid token","code":-32001,"data":{"code":"UNAUTHORIZED"}}}';
    }
    const rate = countCall(caller, Date.now());
    reply.header('x-ratelimit-limit', rate.limit);
    reply.header('x-ratelimit-remaining', rate.remaining);
    reply.header('x-ratelimit-reset', rate.resetSeconds);
    return answer(request, reply, caller.userId);
  };
  const handler = (answer: Answer) =>
    plain(async (...call) => `{"result":{"data":{"json":${await answer(...call)}}}}`);

  const query = <Input>(name: string, procedure: Procedure<Input>) =>
    server.get(
      `/api/trpc/${name}`,
      handler((request, _reply, userId) => {
        const { input } = request.query as { input?: string };
        return procedure(input ? (JSON.parse(input) as { json: Input }).json : (undefined as Input), userId);
      }),
    );
  const mutation = <Input>(name: string, procedure: Procedure<Input>) =>
    server.post(
      `/api/trpc/${name}`,
      handler((request, _reply, userId) => procedure((request.body as { json: Input }).json, userId)),
    );

  query('items.list', items.list);
  query('items.summary', items.summary);
  query('items.get', items.get);
  mutation('items.setValue', items.setValue);
  mutation('items.create', items.create);
  mutation('items.move', items.move);
  query('comments.list', comments.list);
  mutation('comments.create', comments.create);
  server.post(
    '/api/forms/:id/submit',
    plain((request, _reply, userId) =>
      forms.submit((request.params as { id: string }).id, request.body as Record<string, unknown>, userId),
    ),
  );
  query('notifications.list', notifications.list);
  query('notifications.unreadCount', notifications.unreadCount);
  query('events.list', events.list);
  query('boards.get', getBoard);
  query('auth.me', me);
  return server;
}
