import type { EventDefinition } from '../../../platform/events/define-event';
import { deliveredEventsSchema } from '../../../platform/events/event-schema';
import type { JsonSchema } from '../json-schema';
import { CLIENT_MESSAGES, SERVER_MESSAGES, type SocketMessage } from './socket-messages';

const DEFINITION = '#/$defs/';

/** The AsyncAPI 3.0 document of sockets (`/ws`, `/ws/<boardId>`) and outgoing webhooks: the same text for the same release. */
export function asyncApiDocument(events: readonly EventDefinition[], version: string): object {
  const { $defs = {} } = deliveredEventsSchema(events.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  const delivered = Object.entries($defs as Record<string, JsonSchema>).filter(
    ([, { properties }]) => properties?.['type']?.const !== undefined,
  );
  const schemas = Object.fromEntries(
    Object.entries($defs).map(([name, schema]) => [schemaName(name), relocated(schema)]),
  );
  const webhooks = Object.fromEntries(
    delivered.map(([name, { description }]) => [
      messageName('webhook', name),
      {
        name,
        title: name,
        description,
        contentType: 'application/json',
        headers: { $ref: '#/components/schemas/WebhookHeaders' },
        payload: { $ref: `#/components/schemas/${schemaName(name)}` },
      },
    ]),
  );
  const messages = {
    ...messagesOf('server', SERVER_MESSAGES),
    ...messagesOf('client', CLIENT_MESSAGES),
    ...webhooks,
  };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Trestle: sockets and webhooks',
      version,
      description:
        'Messages of the service and of clients on WebSockets, and the events that the service sends to webhooks.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      board: {
        address: '/ws/{boardId}',
        title: 'One board',
        parameters: { boardId: { description: 'The id of a board that the caller can see' } },
        bindings: { ws: { query: SINCE } },
        messages: channelMessages(
          names('server', SERVER_MESSAGES, 'isOfBoard').concat(names('client', CLIENT_MESSAGES, 'isOfBoard')),
        ),
      },
      user: {
        address: '/ws',
        title: 'Notifications of the caller, and any number of boards',
        messages: channelMessages(
          names('server', SERVER_MESSAGES, 'isOfUser').concat(names('client', CLIENT_MESSAGES, 'isOfUser')),
        ),
      },
      webhook: {
        address: null,
        title: 'The URL of a webhook',
        description: 'Signed with the scheme of Standard Webhooks.',
        messages: channelMessages(Object.keys(webhooks)),
      },
    },
    operations: {
      sendBoardMessages: operation('send', 'board', names('server', SERVER_MESSAGES, 'isOfBoard')),
      receiveBoardMessages: operation('receive', 'board', names('client', CLIENT_MESSAGES, 'isOfBoard')),
      sendUserMessages: operation('send', 'user', names('server', SERVER_MESSAGES, 'isOfUser')),
      receiveUserMessages: operation('receive', 'user', names('client', CLIENT_MESSAGES, 'isOfUser')),
      sendWebhooks: operation('send', 'webhook', Object.keys(webhooks)),
    },
    components: { messages, schemas: { ...schemas, WebhookHeaders: WEBHOOK_HEADERS } },
  };
}

const SINCE = {
  type: 'object',
  properties: {
    since: {
      type: 'integer',
      minimum: 0,
      description: 'The `seq` of the last message; what follows is sent',
    },
  },
};

const WEBHOOK_HEADERS: JsonSchema = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { type: 'string', description: 'The same for every attempt of a delivery' },
    'webhook-timestamp': { type: 'string', description: 'Seconds since 1970' },
    'webhook-signature': {
      type: 'string',
      description: '`v1,` and a signature in Base64; several with spaces',
    },
  },
};

function schemaName(event: string): string {
  return `event.${event.replaceAll(/[^\w.-]/g, '_')}`;
}

function messageName(sender: string, type: string): string {
  return `${sender}.${type}`;
}

/** `#/$defs/` would refer to the root of this document. */
function relocated(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(DEFINITION)
      ? `#/components/schemas/${schemaName(value.slice(DEFINITION.length))}`
      : value,
  );
}

function names(
  sender: string,
  messages: Readonly<Record<string, SocketMessage>>,
  channel: 'isOfBoard' | 'isOfUser',
): string[] {
  return Object.entries(messages)
    .filter(([, message]) => message[channel])
    .map(([type]) => messageName(sender, type));
}

function messagesOf(sender: string, messages: Readonly<Record<string, SocketMessage>>): object {
  return Object.fromEntries(
    Object.entries(messages).map(([type, { description, payload }]) => [
      messageName(sender, type),
      {
        name: type,
        title: type,
        description,
        payload: {
          type: 'object',
          required: ['type', 'payload'],
          properties: {
            type: { const: type },
            payload,
            ...(sender === 'server' ? NUMBERING : {}),
          },
        },
      },
    ]),
  );
}

const NUMBERING = {
  seq: { type: 'integer', description: 'The number of the change on its board, without gaps' },
  boardId: { type: 'string' },
  requestId: { type: 'string', description: 'The `X-Request-Id` of the request that made the change' },
};

function channelMessages(messageNames: readonly string[]): object {
  return Object.fromEntries(messageNames.map((name) => [name, { $ref: `#/components/messages/${name}` }]));
}

function operation(action: 'send' | 'receive', channel: string, messageNames: readonly string[]): object {
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    messages: messageNames.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  };
}
