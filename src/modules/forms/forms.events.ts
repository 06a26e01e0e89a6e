import { z } from 'zod';
import { currentRecord } from '../../platform/events/current-record';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { FORM_STATUSES } from './forms.schemas';
import { submission, SUBMISSION_STATUSES } from './submissions/submissions.schemas';

/** The form in its state after the change; before a deletion. */
const form = z.strictObject({ id: schema.id('form'), name: z.string(), status: z.enum(FORM_STATUSES) });

const formIds = form.pick({ id: true });
const current = { form: currentRecord(form, formIds) };

const status = z.enum(SUBMISSION_STATUSES);

export const formsEvents = {
  created: defineEvent('form.created', {
    when: 'A form was created, as a draft.',
    subject: 'board',
    payload: { form },
    public: { fields: [], read: current },
  }),
  updated: defineEvent('form.updated', {
    when: 'The name, description, schema, mappings or settings of a form changed.',
    subject: 'board',
    /** The names of the changed fields. */
    payload: { form, fields: z.array(z.string()) },
    public: { fields: ['fields'], read: current },
  }),
  published: defineEvent('form.published', {
    when: 'A form was published: it accepts submissions.',
    subject: 'board',
    payload: { form },
    public: { fields: [], read: current },
  }),
  closed: defineEvent('form.closed', {
    when: 'A form was closed: it is visible and accepts no submissions.',
    subject: 'board',
    payload: { form },
    public: { fields: [], read: current },
  }),
  unpublished: defineEvent('form.unpublished', {
    when: 'A form without submissions became a draft again.',
    subject: 'board',
    payload: { form },
    public: { fields: [], read: current },
  }),
  deleted: defineEvent('form.deleted', {
    when: 'A form was deleted, with its submissions; the items that they created remain.',
    subject: 'board',
    payload: { form },
    public: { fields: [], read: { form: formIds } },
  }),
  submitted: defineEvent('form.submitted', {
    when: 'A form submission was received. The actor is the user who submitted it, and null for an anonymous submission.',
    subject: 'board',
    /** `itemId` is null if the board had no group; `notifyOnSubmit` is the setting of the form at that time. */
    payload: {
      form,
      submissionId: schema.id('submission'),
      itemId: schema.id('item').nullable(),
      submittedBy: schema.id('user').nullable(),
      notifyOnSubmit: z.array(schema.id('user')),
    },
    public: {
      fields: [],
      read: {
        ...current,
        submission: currentRecord(submission, submission.pick({ id: true, formId: true })),
      },
    },
  }),
};

export const submissionsEvents = {
  updated: defineEvent('submission.updated', {
    when: 'The status of a form submission changed.',
    subject: 'board',
    payload: { form, submissionId: schema.id('submission'), status, previousStatus: status },
    public: { fields: ['submissionId', 'status', 'previousStatus'], read: current },
  }),
};
