import type { AutomationId } from '../../../src/kernel/ids';
import { type WireAnswer, WireClient } from '../client';
import { type AutomationOptions, anAutomation } from './automation.factory';
import type { TestBoard } from './board.factory';

export interface TestHook {
  id: AutomationId;
  url: string;
  path: string;
  secret: string;
  /** Calls the URL as a program without any account does. Objects are sent as JSON. */
  post(body?: unknown, headers?: Record<string, string>): Promise<WireAnswer>;
}

export interface HookOptions extends AutomationOptions {
  signingSecret?: string;
}

/** An automation that a hook fires. */
export async function aHook(
  board: TestBoard,
  { signingSecret, ...options }: HookOptions = {},
): Promise<TestHook> {
  const config = signingSecret === undefined ? {} : { signingSecret };
  const id = await anAutomation(board, { trigger: { type: 'webhook.received', config }, ...options });
  const { client = board.organization.owner.client } = options;
  return hookAt(board, id, (await hookUrlOf(board, id, client))!);
}

/** The `webhookUrl` of an automation, as the caller sees it. */
export async function hookUrlOf(
  board: TestBoard,
  id: string,
  client = board.organization.owner.client,
): Promise<string | null> {
  const { automations } = (await client.query('automations.list', { boardId: board.id })).data;
  return automations.find((each: { id: string }) => each.id === id).webhookUrl;
}

export function hookAt({ organization: { app, slug } }: TestBoard, id: AutomationId, url: string): TestHook {
  const path = new URL(url).pathname;
  const client = new WireClient(app, { slug });
  return {
    id,
    url,
    path,
    secret: path.split('/').at(-1)!,
    post: (body, headers) => client.request('POST', path, body, headers),
  };
}
