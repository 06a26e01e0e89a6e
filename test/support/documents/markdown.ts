/** A fenced block of a document. */
export interface Fence {
  language: string;
  text: string;
  /** Of the opening fence, from 1. */
  line: number;
  /** The nearest heading above. */
  heading: string;
}

/** Commands of a document and what it says they print. */
export interface Example {
  commands: Fence;
  /** The block that follows before any other commands or heading; null where the document shows none. */
  output: Fence | null;
}

export interface Heading {
  title: string;
  /** What links to it end in. */
  anchor: string;
}

export interface Link {
  target: string;
  line: number;
}

export function fencesOf(document: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | null = null;
  let heading = '';
  for (const [index, line] of document.split('\n').entries()) {
    const fence = /^```(\w*)/.exec(line);
    if (open && line === '```') {
      fences.push(open);
      open = null;
    } else if (open) {
      open.text += `${line}\n`;
    } else if (fence) {
      open = { language: fence[1]!, text: '', line: index + 1, heading };
    } else {
      heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    }
  }
  return fences;
}

const OUTPUTS = new Set(['text', 'json']);

/** What a reader may paste: blocks of `bash`. Blocks of `sh` are commands that no test can run for them. */
export function examplesOf(document: string): Example[] {
  const fences = fencesOf(document);
  return fences.flatMap((commands, index) => {
    if (commands.language !== 'bash') return [];
    const next = fences[index + 1];
    const isOutput = next && OUTPUTS.has(next.language) && next.heading === commands.heading;
    return [{ commands, output: isOutput ? next : null }];
  });
}

/** Headings as the usual hosts of repositories anchor them; a title that is there twice gets a number. */
export function headingsOf(document: string): Heading[] {
  const counts = new Map<string, number>();
  return withoutFences(document).flatMap(({ text }) => {
    const title = /^#+ (.*)$/.exec(text)?.[1];
    if (title === undefined) return [];
    const plain = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    return [{ title, anchor: count === 0 ? plain : `${plain}-${count}` }];
  });
}

export function linksOf(document: string): Link[] {
  return withoutFences(document).flatMap(({ text, line }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({ target: target!, line })),
  );
}

/** The text in backticks outside of fenced blocks. */
export function codeWordsOf(document: string): { text: string; line: number }[] {
  return withoutFences(document).flatMap(({ text, line }) =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => ({ text: word!, line })),
  );
}

/** The cells of every table row below a heading, up to the next heading. */
export function tableRowsUnder(document: string, title: string): string[][] {
  let isInside = false;
  return withoutFences(document).flatMap(({ text }) => {
    const heading = /^#+ (.*)$/.exec(text)?.[1];
    if (heading !== undefined) isInside = heading === title;
    if (!isInside || !text.startsWith('|') || /^\|[\s:|-]+\|$/.test(text)) return [];
    return [
      text
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ];
  });
}

function withoutFences(document: string): { text: string; line: number }[] {
  let isOpen = false;
  return document.split('\n').flatMap((text, index) => {
    if (text.startsWith('```')) {
      isOpen = !isOpen;
      return [];
    }
    return isOpen ? [] : [{ text, line: index + 1 }];
  });
}
