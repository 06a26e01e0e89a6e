import type { SourceFile, Violation } from '../source-file';

/** Specs with a test that needs what a machine can lack; it is skipped there. */
const NEEDS: ReadonlyMap<string, string> = new Map([
  ['test/integration/cli/doctor.spec.ts', 'Redis'],
  ['test/integration/platform/embedded-postgres/installation.spec.ts', 'root, Linux'],
  ['test/procedures/health/health.spec.ts', 'Redis'],
  ['test/procedures/realtime/interruptions.spec.ts', 'Redis'],
  ['test/procedures/realtime/presence.spec.ts', 'Redis'],
  ['test/procedures/realtime/replicas.spec.ts', 'Redis'],
  ['test/procedures/wire/rate-limits-shared.spec.ts', 'Redis'],
  ['test/stories/form-page-injections.spec.ts', 'Chromium'],
  ['test/stories/form-page.spec.ts', 'Chromium'],
  ['test/stories/guides.spec.ts', 'bash and curl'],
  ['test/stories/monitoring.spec.ts', 'promtool'],
  ['test/stories/oauth.spec.ts', 'Chromium'],
  ['test/stories/pages.spec.ts', 'Chromium'],
  ['test/stories/proxies.spec.ts', 'nginx, HAProxy, Caddy, systemd-analyze'],
  ['test/stories/readme.spec.ts', 'bash and curl'],
  ['test/stories/api-docs.spec.ts', 'Chromium'],
  ['test/stories/script-injections.spec.ts', 'Chromium'],
  ['test/unit/platform/config/make-directory.spec.ts', '/proc of Linux'],
]);

const DISABLED = /\b(it|test|describe)\.(skip|only|todo)\b|\bx(it|describe)\(/;
const CONDITIONAL = /\bskip\(|\.(skipIf|runIf)\(/;

/** No test is disabled or alone, and only the listed ones depend on the machine. */
export function noSkippedTests(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path, text }) => DISABLED.test(text) || (CONDITIONAL.test(text) && !NEEDS.has(path)))
    .map(({ path }) => ({ path, message: 'skips a test: mend it or remove it' }));
}

/** Where the subject of a unit test is: by default in src, at the same path. */
const SUBJECTS = [
  { specs: 'test/unit/docs/', subject: /^docs\/(.+)\.md$/ },
  { specs: 'test/unit/helm/', subject: /^helm\/(.+)\.\w+$/ },
  { specs: 'test/unit/support/', subject: /^test\/support\/(.+)\.ts$/ },
  { specs: 'test/unit/', subject: /^src\/(.+)\.ts$/ },
];

/** A unit test is at the path of the file or folder that it tests. */
export function unitTestPaths(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const place = SUBJECTS.find(({ specs }) => path.startsWith(specs));
    if (!place || !path.endsWith('.spec.ts')) return [];
    const subject = path.slice(place.specs.length, -'.spec.ts'.length);
    const hasSubject = files.some((file) => {
      const name = place.subject.exec(file.path)?.[1];
      return name === subject || name?.startsWith(`${subject}/`);
    });
    return hasSubject ? [] : [{ path, message: 'tests no file or folder of its path' }];
  });
}
