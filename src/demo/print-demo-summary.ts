import type { DemoPeople } from './demo-people';

interface Filled {
  publicUrl: string;
  slug: string;
  people: DemoPeople;
  password: string;
  boardId: string;
  formUrl: string;
}

/** What was created and how to use it. */
export function printDemoSummary({ publicUrl, slug, people, password, boardId, formUrl }: Filled): string {
  const persons = Object.values(people).map(({ email, says }) => `  ${email.padEnd(22)}${says}`);
  const input = encodeURIComponent(JSON.stringify({ json: { boardId } }));
  const lines = [
    `The demo is ready: the organization Acme (slug ${slug}), with its people, projects and boards.`,
    '',
    `Sign in as any of them with the password ${password} (it is shown this once):`,
    '',
    ...persons,
    '',
    'A token of the owner with every scope, good for 90 days:',
    '',
    `  ${people.ada.token}`,
    '',
    'Now start Trestle (npm start). In another terminal, the board that has every column type:',
    '',
    `  curl -sS '${publicUrl}/api/trpc/items.list?input=${input}' \\`,
    `    -H 'authorization: Bearer ${people.ada.token}'`,
    '',
    'A public form, which anyone can submit without an account:',
    '',
    `  ${formUrl}`,
    '',
    'docs/procedures has everything else that can be tried.',
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
}
