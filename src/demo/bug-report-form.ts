import type { DemoBoard } from './demo-board';
import type { DemoWorld } from './demo-world';

const REPORTS = [
  { where: 'The map stays grey', severity: 'High', mail: 'lena@customer.example' },
  { where: 'Sharing a photo turns it upside down', severity: 'Low', mail: 'oscar@customer.example' },
];

/** A published form on the board of bugs, with submissions from people without an account. Returns its address. */
export async function bugReportForm({ people }: DemoWorld, tracker: DemoBoard): Promise<string> {
  const { client } = people.chidi;
  const toColumn = (formField: string, name: string) => ({
    formField,
    target: 'column',
    columnId: tracker.column(name),
  });
  const form = await client.mutate('forms.create', {
    boardId: tracker.id,
    name: 'Report a bug',
    description: 'Describe what went wrong. You get an answer within two days.',
    schema: {
      components: [
        { type: 'textfield', key: 'what', label: 'What went wrong?', validate: { required: true } },
        { type: 'textarea', key: 'steps', label: 'How can we see it ourselves?' },
        {
          type: 'select',
          key: 'severity',
          label: 'How bad is it?',
          data: { values: ['Low', 'Medium', 'High', 'Critical'].map((label) => ({ label, value: label })) },
        },
        { type: 'email', key: 'mail', label: 'Your e-mail address', validate: { required: true } },
        { type: 'file', key: 'screenshots', label: 'Screenshots', multiple: true },
      ],
    },
    mappings: [
      { formField: 'what', target: 'item_name', columnId: null },
      toColumn('steps', 'Steps to reproduce'),
      toColumn('severity', 'Severity'),
      toColumn('mail', 'Reported by'),
      toColumn('screenshots', 'Screenshots'),
    ],
    settings: { successMessage: 'Thank you. We look at it soon.', notifyOnSubmit: [people.dana.id] },
  });
  const { publicUrl } = await client.mutate('forms.update', { id: form.id, status: 'published' });
  for (const { where, severity, mail } of REPORTS) {
    const answers = { what: where, steps: 'Open the app and look.', severity, mail };
    await client.as({}).post(`/api/forms/${form.id}/submit`, answers);
  }
  return publicUrl;
}
