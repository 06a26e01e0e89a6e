import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { REPOSITORY, siteFile } from './pages.mjs';

/** Keeps Vue from evaluating `{{ }}` in a document; in blocks of code, VitePress does. */
export function literalText(md) {
  const { rules } = md.renderer;
  for (const name of ['text', 'code_inline']) {
    const render = rules[name];
    rules[name] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
  }
}

/**
 * Resolves links between files of the repository to the site, where the files have other paths. A file that is no page is added to
 * `files`. A link to nothing stays as it is: the build rejects it.
 */
export function linksOnSite(md, files) {
  md.core.ruler.push('links_on_site', ({ tokens, env }) => {
    const folder = dirname(env.realPath ?? env.path);
    for (const link of tokens.flatMap(({ children }) => children ?? []).filter(isRelativeLink)) {
      const [target, anchor] = link.attrGet('href').split('#');
      const path = pathOf(join(folder, decodeURI(target)));
      if (path === null) continue;
      if (!path.endsWith('.md')) files.add(path);
      link.attrSet('href', `/${siteFile(path)}${anchor === undefined ? '' : `#${anchor}`}`);
    }
  });
}

function isRelativeLink(token) {
  return token.type === 'link_open' && /^(?![a-z]+:|[/#])/.test(token.attrGet('href'));
}

/** In the repository; a folder is its README. */
function pathOf(file) {
  if (!existsSync(file)) return null;
  const page = statSync(file).isDirectory() ? join(file, 'README.md') : file;
  return existsSync(page) ? relative(REPOSITORY, page).replaceAll('\\', '/') : null;
}
