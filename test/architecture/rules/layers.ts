import { importsOf, type SourceFile, type Violation } from '../source-file';

/** From the bottom up; a layer imports itself and the layers before it. */
const LAYERS = [
  'src/kernel/',
  'src/platform/',
  'src/column-types/',
  'src/access/',
  'src/http/',
  'src/rpc/',
  'src/modules/',
  'src/cli/',
];

/** Layers that import less than everything below them. */
const NARROWED: Readonly<Record<string, readonly string[]>> = {
  'src/column-types/': ['src/kernel/', 'src/column-types/'],
  // Programs elsewhere get it without the service.
  'src/client/': ['src/client/'],
};

function layerOf(path: string): number {
  const found = LAYERS.findIndex((layer) => `${path}/`.startsWith(layer));
  return found === -1 && path.startsWith('src/') ? LAYERS.length : found;
}

function mayImport(path: string, target: string): boolean {
  if (!target.startsWith('src/')) return true;
  const narrowed = Object.keys(NARROWED).find((layer) => path.startsWith(layer));
  if (narrowed) return NARROWED[narrowed]!.some((layer) => `${target}/`.startsWith(layer));
  return layerOf(target) <= layerOf(path);
}

/** Imports point up the list of layers only. */
export function layers(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => !mayImport(file.path, target))
      .map(({ target }) => ({
        path: file.path,
        message: `imports ${target}, a higher layer: define a port here and let the higher layer implement it`,
      })),
  );
}
