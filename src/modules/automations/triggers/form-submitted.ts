import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { formsEvents } from '../../forms/forms.events';
import { defineTrigger } from './trigger';

/** A form of the board is submitted. */
export const formSubmitted = defineTrigger({
  type: formsEvents.submitted.name,
  config: z.strictObject({ formId: schema.id('form') }),
  events: [formsEvents.submitted],
  places: ({ formId }) => [formId],
  matches: (event, { formId }) => formsEvents.submitted.is(event) && event.data.form.id === formId,
});
