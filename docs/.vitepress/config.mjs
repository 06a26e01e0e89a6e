import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchors.mjs';
import { ignoredPages, REPOSITORY, siteFile } from './pages.mjs';
import { literalText, linksOnSite } from './markdown.mjs';
import { sidebar } from './sidebar.mjs';

/** The search index is one file. */
const SEARCH_INDEX_KB = 4096;

/** Files that pages link to, beside other pages. */
const files = new Set();

/** Pages import `vue`, and from most of their folders no package is found. */
const packagesOfThisFolder = {
  name: 'packages-of-this-folder',
  enforce: 'pre',
  resolveId(source, importer, { ssr }) {
    if (!/^vue(\/|$)/.test(source) || !importer?.endsWith('.md')) return null;
    // The build renders the pages in Node, from this folder.
    return ssr
      ? { id: source, external: true }
      : this.resolve(source, import.meta.filename, { skipSelf: true });
  },
};

export default defineConfig({
  title: 'Trestle',
  description: 'Documentation of Trestle',
  lang: 'en-US',
  // No request for an icon.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: REPOSITORY,
  srcExclude: ignoredPages(),
  rewrites: siteFile,
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    // Documents are GitHub's Markdown: `<name>` is text, and braces after a word are no attributes.
    html: false,
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    config: (md) => md.use(literalText).use(linksOnSite, files),
  },
  vite: {
    plugins: [packagesOfThisFolder],
    ssr: { external: ['vue', 'vue/server-renderer'] },
    build: { chunkSizeWarningLimit: SEARCH_INDEX_KB },
  },
  themeConfig: {
    nav: [
      { text: 'Get started', link: '/start' },
      { text: 'API', link: '/api' },
      { text: 'Procedures', link: '/procedures/' },
      { text: 'Operations', link: '/operations' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  buildEnd({ outDir }) {
    for (const path of files) {
      const target = join(outDir, siteFile(path));
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(REPOSITORY, path), target);
    }
  },
});
