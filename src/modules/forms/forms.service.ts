import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type FormId, newId } from '../../kernel/ids';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService } from '../hierarchy';
import { FormDefinitionsService } from './form-definitions.service';
import { formTopic } from './form-topic';
import type { FormRecord } from './form.record';
import { FormChanged, FormLimitExceeded, FormNotFound, HasSubmissions, NeverPublished } from './forms.errors';
import { formsEvents } from './forms.events';
import { buildForms, deleteForm } from './forms.policy';
import { type FormContent, FormsRepository } from './forms.repository';
import {
  DEFAULT_SETTINGS,
  FORMS_MAX,
  type FormsCreateInput,
  type FormStatus,
  type FormsUpdateInput,
} from './forms.schemas';
import { PurgeFormJob } from './purge-form.job';

type Tx = InTransaction<CallContext>;

const STATUS_EVENTS = {
  draft: formsEvents.unpublished,
  published: formsEvents.published,
  closed: formsEvents.closed,
} as const;

const DEFINITION: ReadonlySet<string> = new Set(['schema', 'mappings']);

/** Forms of a board (specification, "Form"). */
@Injectable()
export class FormsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly definitions: FormDefinitionsService,
    private readonly forms: FormsRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, input: FormsCreateInput): Promise<FormRecord> {
    const { boardId, name, description, schema = { components: [] }, mappings = [] } = input;
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.board(tx, boardId);
      authorize(buildForms, tx.principal, { access });
      const settings = await this.definitions.settings(tx, board, DEFAULT_SETTINGS, input.settings);
      const content = { name, description: description ?? '', schema, mappings, settings };
      await this.definitions.check(tx, board, { ...content, status: 'draft' });
      if ((await this.forms.lockCount(tx, boardId)) >= FORMS_MAX) throw new FormLimitExceeded();
      const form = await this.forms.insert(tx, {
        ...content,
        id: newId('form'),
        boardId,
        createdBy: tx.principal.userId,
        createdAt: clock.now(),
      });
      await this.outbox.append(tx, formsEvents.created.create({ form: named(form) }, { boardId }));
      return form;
    });
  }

  update(context: CallContext, { id, expectedUpdatedAt, ...input }: FormsUpdateInput): Promise<FormRecord> {
    return this.transactions.run(context, async (tx) => {
      const form = await this.lock(tx, id);
      const { facts: board, access } = await this.hierarchy.board(tx, form.boardId, 'form');
      authorize(buildForms, tx.principal, { access });
      rejectChanged(form, expectedUpdatedAt);
      const settings = await this.definitions.settings(tx, board, form.settings, input.settings);
      // What forms.get does not show is not kept.
      const mappings = form.mappings.filter(
        ({ columnId }) => columnId === null || board.columnsById.has(columnId),
      );
      const content: FormContent = {
        name: input.name ?? form.name,
        description: input.description === undefined ? form.description : (input.description ?? ''),
        schema: input.schema ?? form.schema,
        mappings: input.mappings ?? mappings,
        settings,
        status: input.status ?? form.status,
      };
      if (content.status !== form.status) await this.checkStatus(tx, form, content.status);
      const fields = changedFields({ ...contentOf(form), mappings }, content);
      if (fields.length === 0) return form;
      // The board can have changed since: it must not keep the author from renaming or closing the form.
      if (fields.some((field) => DEFINITION.has(field)) || input.status === 'published')
        await this.definitions.check(tx, board, content);
      const updated = await this.forms.update(tx, id, content);
      await this.announce(tx, updated, fields);
      return updated;
    });
  }

  delete(context: CallContext, id: FormId, expected?: Date): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const form = await this.lock(tx, id);
      const { access } = await this.hierarchy.board(tx, form.boardId, 'form');
      authorize(deleteForm, tx.principal, { access, createdBy: form.createdBy });
      rejectChanged(form, expected);
      await this.forms.delete(tx, id);
      tx.transaction.invalidate(formTopic(id));
      await this.jobs.enqueue(tx, PurgeFormJob, { organizationId: tx.organizationId, formId: id });
      await this.outbox.append(
        tx,
        formsEvents.deleted.create({ form: named(form) }, { boardId: form.boardId }),
      );
    });
  }

  private async lock(tx: Tx, id: FormId): Promise<FormRecord> {
    const form = await this.forms.lock(tx, id);
    if (form === null) throw new FormNotFound();
    return form;
  }

  /** draft → published ⇄ closed; back to draft only without submissions (contract §7). */
  private async checkStatus(tx: Tx, { id, status }: FormRecord, next: FormStatus): Promise<void> {
    if (status === 'draft' && next === 'closed') throw new NeverPublished();
    if (next === 'draft' && (await this.forms.lockSubmissions(tx, id))) throw new HasSubmissions();
  }

  private async announce(tx: Tx, form: FormRecord, fields: readonly string[]): Promise<void> {
    tx.transaction.invalidate(formTopic(form.id));
    const at = { boardId: form.boardId };
    const edited = fields.filter((field) => field !== 'status');
    const events = [];
    if (edited.length > 0) events.push(formsEvents.updated.create({ form: named(form), fields: edited }, at));
    if (fields.includes('status')) events.push(STATUS_EVENTS[form.status].create({ form: named(form) }, at));
    await this.outbox.append(tx, ...events);
  }
}

function named({ id, name, status }: FormRecord): Pick<FormRecord, 'id' | 'name' | 'status'> {
  return { id, name, status };
}

function rejectChanged(form: FormRecord, expected: Date | undefined): void {
  if (expected !== undefined && expected.toISOString() !== form.updatedAt) throw new FormChanged();
}

function contentOf({ name, description, status, schema, mappings, settings }: FormRecord): FormContent {
  return { name, description, status, schema, mappings, settings };
}

function changedFields(before: FormContent, after: FormContent): string[] {
  // As JSON: an absent setting and an undefined one are the same.
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  return (Object.keys(before) as (keyof FormContent)[]).filter(
    (field) => !isDeepStrictEqual(plain(before[field]), plain(after[field])),
  );
}
