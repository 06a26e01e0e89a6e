import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { CHART, type ValuesFiles } from './chart-files';
import type { Manifest } from './manifest';

/** The program of test/ship/render, which test/ship/chart.sh builds. */
const RENDERER = process.env['CHART_RENDERER']!;

export const NAMESPACE = 'prod';
export const RELEASE = 'acme';

export interface RenderOptions {
  isUpgrade?: boolean;
  /** A file with the objects that the cluster has. */
  cluster?: string;
}

/** What the renderer prints for values files, and its error. */
export function tryRender(
  { paths }: Pick<ValuesFiles, 'paths'>,
  options: readonly string[] = [],
): { text: string; error: string } {
  const values = paths.flatMap((path) => ['-values', path]);
  const words = ['-namespace', NAMESPACE, ...options, ...values, RELEASE, CHART];
  const { stdout, stderr, error } = spawnSync(RENDERER, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error) throw error;
  return { text: stdout, error: stderr };
}

/** The manifests as text; fails when the chart cannot be rendered. */
export function renderText(files: Pick<ValuesFiles, 'paths'>, options: RenderOptions = {}): string {
  const { text, error } = tryRender(files, [
    ...(options.isUpgrade === true ? ['-upgrade'] : []),
    ...(options.cluster === undefined ? [] : ['-cluster', options.cluster]),
  ]);
  if (error !== '') throw new Error(error);
  return text;
}

export function render(files: Pick<ValuesFiles, 'paths'>, options: RenderOptions = {}): Manifest[] {
  return parseAllDocuments(renderText(files, options), { version: '1.1', uniqueKeys: true }).map(
    (document) => {
      if (document.errors.length > 0) throw document.errors[0]!;
      return document.toJS() as Manifest;
    },
  );
}

export function renderNotes(files: Pick<ValuesFiles, 'paths'>): string {
  const { text, error } = tryRender(files, ['-notes']);
  if (error !== '') throw new Error(error);
  return text;
}
