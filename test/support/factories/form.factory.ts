import type { FormId } from '../../../src/kernel/ids';
import { type WireAnswer, WireClient } from '../client';
import type { TestBoard } from './board.factory';
import { made } from './workspace.factory';

export interface FormOptions {
  name?: string;
  description?: string;
  components?: object[];
  mappings?: object[];
  settings?: object;
  /** Published unless given. */
  status?: 'draft' | 'published' | 'closed';
  /** The organization's owner unless given. */
  client?: WireClient;
}

export const SUBJECT = { type: 'textfield', key: 'subject', label: 'Subject' };

/** A form with one text field, which names the item, created over the wire; its id. */
export async function aForm(board: TestBoard, options: FormOptions = {}): Promise<FormId> {
  const { client = board.organization.owner.client, components = [SUBJECT], status = 'published' } = options;
  const nameField = (components[0] as { key?: string } | undefined)?.key;
  const { id } = await made(client, 'forms.create', {
    boardId: board.id,
    name: options.name ?? 'Form',
    ...(options.description === undefined ? {} : { description: options.description }),
    schema: { components },
    mappings: options.mappings ?? [{ formField: nameField, columnId: null, target: 'item_name' }],
    ...(options.settings ? { settings: options.settings } : {}),
  });
  if (status !== 'draft') await made(client, 'forms.update', { id, status: 'published' });
  if (status === 'closed') await made(client, 'forms.update', { id, status });
  return id as FormId;
}

/** An anonymous submission, or one of the given client. */
export function submit(
  board: TestBoard,
  formId: string,
  answers: unknown = { subject: 'Hello' },
  client: WireClient = anyone(board),
  headers: Record<string, string> = {},
): Promise<WireAnswer> {
  return client.request('POST', `/api/forms/${formId}/submit`, answers, headers);
}

/** A client without a credential, at the organization's host. */
export function anyone({ organization }: TestBoard): WireClient {
  return new WireClient(organization.app, { slug: organization.slug });
}
