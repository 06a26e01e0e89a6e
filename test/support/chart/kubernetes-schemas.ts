import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from './manifest';

/** A folder with the packages `kubernetes-models` of test/ship/chart.sh: JSON schemas and types of Kubernetes' objects. */
const FOLDER = process.env['KUBERNETES_SCHEMAS'];

const PACKAGES: [RegExp, string][] = [
  [/^monitoring\.coreos\.com\//, '@kubernetes-models/prometheus-operator'],
  [/^gateway\.networking\.k8s\.io\//, '@kubernetes-models/gateway-api'],
  [/./, 'kubernetes-models'],
];

interface Model {
  validate(): void;
}

const moduleOf = ({ apiVersion, kind }: Manifest): string =>
  `${PACKAGES.find(([group]) => group.test(apiVersion))![1]}/${apiVersion}/${kind}`;

/** What Kubernetes' JSON schema rejects in an object: types, required fields, enumerations, patterns. */
export async function schemaProblems(manifest: Manifest): Promise<string[]> {
  const path = join(FOLDER!, 'node_modules', `${moduleOf(manifest)}.js`);
  if (!existsSync(path)) return [`there is no ${manifest.apiVersion} ${manifest.kind}`];
  const models = (await import(pathToFileURL(path).href)) as Record<string, new (of: Manifest) => Model>;
  try {
    new models[manifest.kind]!(manifest).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** The fields that Kubernetes' types do not have: the compiler reports them in literals. */
export function unknownFields(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(join(FOLDER!, 'manifests-'));
  try {
    const text = manifests.map((manifest, index) => {
      const type = `I${manifest.kind}`;
      return [
        `import type { ${type} as T${index} } from '${moduleOf(manifest)}';`,
        `export const m${index}: T${index} = ${JSON.stringify(manifest, null, 1)};`,
      ].join('\n');
    });
    writeFileSync(join(folder, 'manifests.ts'), text.join('\n'));
    const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    const compiler = require.resolve('typescript/bin/tsc');
    return spawnSync(process.execPath, [compiler, ...words, join(folder, 'manifests.ts')], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
