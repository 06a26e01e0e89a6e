import type { SourceFile, Violation } from '../source-file';

interface Lock {
  packages: Record<string, { dev?: boolean; license?: string }>;
}

/** Licenses that allow a service to be distributed under Apache-2.0. LGPL: shared libraries of sharp, which are replaceable files. */
const ALLOWED =
  /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|Apache-2\.0|Python-2\.0|PSF-2\.0|LGPL-3\.0-or-later)$/;

/** MIT according to their LICENSE or README; their package.json files do not say it. */
const READ_BY_HAND = new Set(['node_modules/passport-strategy', 'node_modules/pause']);

/** Every package that is distributed with the service has a license that allows it. */
export function licenses(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) =>
    Object.entries((JSON.parse(text) as Lock).packages)
      .filter(([name, { dev }]) => name !== '' && !dev && !READ_BY_HAND.has(name))
      .filter(([, { license }]) => !isAllowed(license ?? ''))
      .map(([name, { license }]) => ({ path, message: `${name} has the license ${license ?? '(none)'}` })),
  );
}

/** One of the alternatives of an `OR`, and all parts of an `AND`. */
function isAllowed(license: string): boolean {
  const alternatives = license.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((part) => ALLOWED.test(part)));
}
