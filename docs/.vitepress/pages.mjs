import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const REPOSITORY = join(import.meta.dirname, '..', '..');

const FOLDERS = new Set(['docs', 'src']);
const FILES = new Set(['README.md', 'CHANGELOG.md']);

/** Globs of everything in the repository that has no page, such as builds and data. */
export function ignoredPages() {
  return readdirSync(REPOSITORY, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return FOLDERS.has(entry.name) ? [] : [`${entry.name}/**`];
    return entry.name.endsWith('.md') && !FILES.has(entry.name) ? [entry.name] : [];
  });
}

/** Files without an ending that VitePress knows. */
const TAKEN_FOR_PAGES = /(^|\/)[^./]+$|\.(cfg|env|service)$/;

/** Where a file of the repository is on the site: `docs` is its root, and each README the index of its folder. */
export function siteFile(path) {
  if (path === 'README.md') return 'start.md';
  if (path === 'CHANGELOG.md') return 'changelog.md';
  const below = path
    .replace(/^docs\//, '')
    .replace(/^src\/decisions\//, 'decisions/')
    .replace(/^src\//, 'source/');
  return TAKEN_FOR_PAGES.test(below) ? `${below}.txt` : below.replace(/(^|\/)README\.md$/, '$1index.md');
}
