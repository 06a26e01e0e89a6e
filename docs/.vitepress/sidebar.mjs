import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { REPOSITORY, siteFile } from './pages.mjs';

/** The index in docs/README.md: readers, their tasks, and pages. */
export function sidebar() {
  const groups = [];
  let list = null;
  for (const line of readFileSync(join(REPOSITORY, 'docs/README.md'), 'utf8').split('\n')) {
    const [, level, title] = /^(###?) (.+)$/.exec(line) ?? [];
    const [, text, target] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    if (level !== undefined) {
      const group = { text: title, collapsed: false, items: [] };
      (level === '##' ? groups : groups.at(-1).items).push(group);
      list = group.items;
    } else if (text !== undefined && list !== null) {
      list.push(pageItem(text, target));
    }
  }
  return groups;
}

function pageItem(text, target) {
  const [file, anchor] = target.split('#');
  const path = posix.join('docs', file);
  const link = `/${siteFile(path).replace(/(index)?\.md$/, '')}${anchor === undefined ? '' : `#${anchor}`}`;
  return path === 'docs/procedures/README.md'
    ? { text, link, collapsed: true, items: resources() }
    : { text, link };
}

/** The pages that the overview of the procedures lists. */
function resources() {
  const overview = readFileSync(join(REPOSITORY, 'docs/procedures/README.md'), 'utf8');
  return [...overview.matchAll(/^\| \[(\w+)\]\((\w+)\.md\)/gm)].map(([, text, file]) => ({
    text,
    link: `/procedures/${file}`,
  }));
}
