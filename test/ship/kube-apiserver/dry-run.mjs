// Applies the files of a folder of manifests to a kube-apiserver: minimal.yaml is stored, as an installation; the others are dry runs
// of its upgrade. Usage: dry-run.mjs FOLDER. Environment: KUBE_API_URL, KUBE_API_TOKEN.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';

const { KUBE_API_URL: url, KUBE_API_TOKEN: token } = process.env;
const [folder] = process.argv.slice(2);
const NAMESPACE = 'prod';
const INSTALLED = 'minimal.yaml';

/** Kubernetes 1.20 has these only under their names before they became stable, with the same fields. */
const OLD_VERSIONS = { 'policy/v1': 'policy/v1beta1', 'autoscaling/v2': 'autoscaling/v2beta2' };

const print = (line) => process.stdout.write(`${line}\n`);

const OTHERS = [
  ['gateway.networking.k8s.io', 'Gateway', 'gateways'],
  ['gateway.networking.k8s.io', 'HTTPRoute', 'httproutes'],
  ['monitoring.coreos.com', 'ServiceMonitor', 'servicemonitors'],
  ['monitoring.coreos.com', 'PrometheusRule', 'prometheusrules'],
];

async function call(method, path, body, type = 'application/json') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { method, headers, ...sent });
  const text = await response.text();
  return { status: response.status, text, isOk: response.ok };
}

async function untilReady() {
  for (let attempt = 0; ; attempt += 1) {
    const ready = await call('GET', '/readyz').catch((error) => ({ isOk: false, text: String(error.cause) }));
    if (ready.isOk) return;
    if (attempt === 480) throw new Error(`The API server is not ready: ${ready.text}`);
    await delay(250);
  }
}

/** Custom resources, of which this server knows no fields. */
async function define([group, kind, plural]) {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const defined = await call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
    },
    spec: {
      group,
      names: { kind, plural },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  if (!defined.isOk) throw new Error(defined.text);
  for (let attempt = 0; ; attempt += 1) {
    const served = await call('GET', `/apis/${group}/v1/namespaces/${NAMESPACE}/${plural}`);
    if (served.isOk) return;
    if (attempt === 240) throw new Error(`${kind} is not served: ${served.text}`);
    await delay(250);
  }
}

const plurals = new Map();

async function pathOf(apiVersion, kind) {
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  if (!plurals.has(base)) plurals.set(base, JSON.parse((await call('GET', base)).text).resources ?? []);
  const resource = plurals.get(base).find((each) => each.kind === kind && !each.name.includes('/'));
  if (!resource) throw new Error(`The API server has no ${apiVersion} ${kind}`);
  return `${base}/namespaces/${NAMESPACE}/${resource.name}`;
}

/** Server-side apply: the server rejects fields that it does not know, and changes of fields that cannot change. */
async function apply(manifest, isDryRun) {
  const apiVersion = OLD_VERSIONS[manifest.apiVersion] ?? manifest.apiVersion;
  const path = `${await pathOf(apiVersion, manifest.kind)}/${manifest.metadata.name}`;
  const query = `fieldManager=helm&force=true${isDryRun ? '&dryRun=All' : ''}`;
  return call('PATCH', `${path}?${query}`, { ...manifest, apiVersion }, 'application/apply-patch+yaml');
}

const manifestsOf = (file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8'), { version: '1.1' }).map((each) => each.toJS());

async function applyFile(file, isDryRun) {
  const manifests = manifestsOf(file);
  const problems = [];
  for (const manifest of manifests) {
    // Helm deletes the object of a hook before it creates it again, and `pre-upgrade` runs in no installation.
    const isHook = manifest.metadata.annotations?.['helm.sh/hook'] !== undefined;
    const { isOk, status, text } = await apply(manifest, isDryRun || isHook);
    if (!isOk) problems.push(`${manifest.kind} ${manifest.metadata.name}: ${status} ${text}`);
  }
  print(`${problems.length === 0 ? 'accepted' : 'REJECTED'} ${file}: ${manifests.length} objects`);
  for (const problem of problems) print(`  ${problem.slice(0, 1000)}`);
  return problems.length;
}

/** A server that accepts everything would prove nothing. */
async function assertRejects(change, reason) {
  const manifest = manifestsOf(INSTALLED).find(({ kind }) => kind === 'Deployment');
  change(manifest);
  const { isOk, text } = await apply(manifest, true);
  if (isOk || !text.includes(reason)) throw new Error(`The API server does not reject ${reason}: ${text}`);
  print(`rejected, as it must be: ${reason}`);
}

await untilReady();
print('kube-apiserver 1.20.2 is ready');
await call('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
// Of extras.yaml.
await call('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
  metadata: { name: 'important' },
  value: 1000,
});
for (const each of OTHERS) await define(each);
let problems = await applyFile(INSTALLED, false);
for (const file of readdirSync(folder).filter((name) => name !== INSTALLED))
  problems += await applyFile(file, true);
await assertRejects(({ spec }) => (spec.replicaz = 1), '.spec.replicaz');
await assertRejects(({ spec }) => (spec.selector.matchLabels = { a: 'b' }), 'spec.selector');
await assertRejects(
  ({ spec }) => (spec.template.spec.containers[0].volumeMounts[0].name = 'no'),
  'volumeMounts',
);
process.exit(problems === 0 ? 0 : 1);
