import { describe, expect, it } from 'vitest';
import {
  codeWordsOf,
  examplesOf,
  headingsOf,
  linksOf,
  tableRowsUnder,
} from '../../../support/documents/markdown';

const DOCUMENT = `# Title

A [link](other.md#there) and \`src/a.ts\`.

\`\`\`bash
echo one
\`\`\`

It prints:

\`\`\`text
one
\`\`\`

\`\`\`sh
npm start
\`\`\`

\`\`\`bash
echo two
\`\`\`

## A \`b\`, c & d

\`\`\`text
not [its](output.md)
\`\`\`

| name | value |
| ---- | ----: |
| a    |     1 |

## Title
`;

describe('documents', () => {
  it('show the output of their commands, as long as nothing is between', () => {
    const shown = examplesOf(DOCUMENT).map(({ commands, output }) => [commands.text, output?.text ?? null]);
    expect(shown).toEqual([
      ['echo one\n', 'one\n'],
      ['echo two\n', null],
    ]);
    expect(examplesOf(DOCUMENT).map(({ commands }) => commands.line)).toEqual([5, 19]);
  });

  it('have headings that links find', () => {
    expect(headingsOf(DOCUMENT).map(({ anchor }) => anchor)).toEqual(['title', 'a-b-c--d', 'title-1']);
  });

  it('link and name paths outside of blocks', () => {
    expect(linksOf(DOCUMENT)).toEqual([{ target: 'other.md#there', line: 3 }]);
    expect(codeWordsOf(DOCUMENT).map(({ text }) => text)).toEqual(['src/a.ts', 'b']);
  });

  it('have tables below headings', () => {
    expect(tableRowsUnder(DOCUMENT, 'A `b`, c & d')).toEqual([
      ['name', 'value'],
      ['a', '1'],
    ]);
    expect(tableRowsUnder(DOCUMENT, 'Title')).toEqual([]);
  });
});
