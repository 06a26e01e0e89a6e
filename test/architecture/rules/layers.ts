import { importsOf, type SourceFile, type Violation } from '../source-file';

/** From the bottom up; a layer imports itself and the ones before it. */
const LAYERS = ['src/kernel/', 'src/platform/', 'src/access/', 'src/rpc/', 'src/modules/'];

function layerOf(path: string): number {
  const found = LAYERS.findIndex((layer) => `${path}/`.startsWith(layer));
  return found === -1 && path.startsWith('src/') ? LAYERS.length : found;
}

/** Imports point up the list of layers only. */
export function layers(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target.startsWith('src/') && layerOf(target) > layerOf(file.path))
      .map(({ target }) => ({
        path: file.path,
        message: `imports ${target}, a higher layer: own a port here and let the higher layer implement it`,
      })),
  );
}
