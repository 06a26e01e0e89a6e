export {
  type BoardConnection,
  type BoardMessage,
  connectBoard,
  type ConnectBoardOptions,
} from './board-connection.js';
export type { CallOptions, Mutation, Page, Query, RowOf } from './calls.js';
export { createTrestleClient, type TrestleClient, type TrestleClientOptions } from './client.js';
export { type InputIssue, TrestleError, TrestleUnavailable } from './errors.js';
export { pages, paginate } from './paginate.js';
export type * from './procedures.js';
export { verifyWebhook, type WebhookEvent, WebhookRejected } from './verify-webhook.js';
