import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Configuration, readConfiguration } from '../../src/platform/config/configuration';
import {
  EXAMPLES,
  INVALID_FILES,
  MINIMAL_FILES,
  readYaml,
  VALUES_FILES,
  type ValuesFiles,
} from '../support/chart/chart-files';
import { schemaProblems, unknownFields } from '../support/chart/kubernetes-schemas';
import {
  type Container,
  containersOf,
  type EnvVar,
  type Labels,
  type Manifest,
  matches,
  podOf,
  type PodSpec,
} from '../support/chart/manifest';
import { restrictedProblems } from '../support/chart/pod-security';
import { NAMESPACE, render, renderNotes, renderText, tryRender } from '../support/chart/render-chart';

const ROLES = ['api', 'worker', 'realtime'];
/** From the signal to the exit, after the drain (src/process-life.ts). */
const STOP_SECONDS = 24;

/** Of secrets, in the form that the service accepts. */
const SAMPLES: Record<string, string> = {
  APP_SECRET: 'Qm9vdHN0cmFwIGEgc2VjcmV0IG9mIHRoZSB0ZXN0cw',
  APP_SECRET_PREVIOUS: 'UHJldmlvdXMgc2VjcmV0IG9mIHRoZSBzYW1lIHRlc3Rz',
  DATABASE_URL: 'postgres://trestle:secret@db:5432/trestle',
  DATABASE_READ_URL: 'postgres://trestle:secret@db-read:5432/trestle',
  REDIS_URL: 'redis://:secret@redis:6379',
  STORAGE_URL: 's3://key:secret@store:9000/trestle-files',
  SMTP_URL: 'smtp://user:secret@mail:587',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20secret',
};

/** Variables that values files can only give as a reference. */
const SECRET_ONLY = new Set([
  ...Object.keys(SAMPLES).filter((name) => !['REDIS_URL', 'STORAGE_URL', 'SMTP_URL'].includes(name)),
  'METRICS_TOKEN',
  ...['GOOGLE', 'MICROSOFT', 'GITHUB', 'OIDC'].map((provider) => `${provider}_CLIENT_SECRET`),
]);

const named = (name: string): ValuesFiles => VALUES_FILES.find((files) => files.name === name)!;
const ofKind = (kind: string, manifests: Manifest[]): Manifest[] =>
  manifests.filter((each) => each.kind === kind);
const deploymentOf = (role: string, manifests: Manifest[]): Manifest =>
  ofKind('Deployment', manifests).find(
    ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === role,
  )!;
const podsOf = (manifests: Manifest[]): { metadata: { labels: Labels }; spec: PodSpec }[] =>
  manifests.flatMap((manifest) => podOf(manifest) ?? []);
const trestleOf = (pod: PodSpec): Container => pod.containers.find(({ name }) => name === 'trestle')!;

/** The environment of a container, with samples for its secrets. */
function environmentOf({ env = [] }: Container): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value }) => [name, value ?? SAMPLES[name] ?? 'a-secret-of-some-length']),
  );
}

/** The result of work with the path of a temporary file. */
function withFile<T>(text: string, work: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-chart-'));
  try {
    const path = join(folder, 'file.yaml');
    writeFileSync(path, text);
    return work(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function configurationOf(manifests: Manifest[], role: string): Configuration {
  return readConfiguration(environmentOf(trestleOf(deploymentOf(role, manifests).spec.template.spec)));
}

describe('templates', () => {
  describe.each(VALUES_FILES)('$name', (files) => {
    const manifests = render(files);
    const pods = podsOf(manifests);

    it('is the same when it is rendered again', () => {
      // But for the secret that no cluster has kept.
      const text = () => renderText(files).replaceAll(/^ {2}app-secret: .*$/gm, '');
      expect(text()).toBe(text());
    });

    it('is valid by the JSON schemas of Kubernetes', async () => {
      const problems = await Promise.all(
        manifests.map(async (manifest) => [manifest.metadata.name, await schemaProblems(manifest)]),
      );
      expect(problems.filter(([, each]) => each!.length > 0)).toEqual([]);
    });

    it('has objects with names of their own, in the namespace of the release', () => {
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      expect(manifests.filter(({ metadata }) => metadata.namespace !== NAMESPACE)).toEqual([]);
    });

    it('runs with the Pod Security Standard "restricted"', () => {
      expect(pods.length).toBeGreaterThanOrEqual(ROLES.length + 1);
      expect(pods.flatMap(({ spec }) => restrictedProblems(spec))).toEqual([]);
    });

    it('runs as any user, with a read-only root and without access to the API server', () => {
      for (const { spec } of pods) {
        const contexts = [spec, ...containersOf(spec)].map(({ securityContext }) => securityContext);
        expect(contexts.filter((context) => context?.runAsUser !== undefined)).toEqual([]);
        expect(
          containersOf(spec).filter(
            ({ securityContext }) => securityContext?.readOnlyRootFilesystem !== true,
          ),
        ).toEqual([]);
        expect(spec.automountServiceAccountToken).toBe(false);
      }
    });

    it('has no secret outside of Secrets', () => {
      const variables = pods
        .flatMap(({ spec }) => containersOf(spec))
        .flatMap(({ env = [] }): EnvVar[] => env)
        .filter(({ name }) => SECRET_ONLY.has(name));
      expect(variables.filter(({ value }) => value !== undefined && !value.includes('$('))).toEqual([]);
      const others = manifests.filter(({ kind }) => kind !== 'Secret');
      // A URL with a password, but not `$(PASSWORD)`, which Kubernetes replaces.
      expect(JSON.stringify(others)).not.toMatch(/:\/\/[^/"\s$]*@/);
      const generated = manifests
        .filter(({ kind }) => kind === 'Secret')
        .flatMap(({ data }) => Object.values(data));
      for (const secret of generated) {
        expect(JSON.stringify(others)).not.toContain(secret);
        expect(JSON.stringify(others)).not.toContain(Buffer.from(secret, 'base64').toString());
      }
    });

    it('has no reference to a secret in arguments or annotations', () => {
      const texts = [
        ...pods
          .flatMap(({ spec }) => containersOf(spec))
          .flatMap(({ command = [], args = [] }) => [...command, ...args]),
        ...manifests.flatMap(({ metadata }) => Object.values(metadata.annotations ?? {})),
      ];
      expect(texts.filter((text) => /\$\(|secret|password|token/i.test(text))).toEqual([]);
    });

    it.each(ROLES)('%s has variables that the service accepts', (role) => {
      const { process, metrics, http, database, appSecret } = configurationOf(manifests, role);
      const [container] = deploymentOf(role, manifests).spec.template.spec.containers;
      const portOf = (name: string) => container.ports!.find((port) => port.name === name)!.containerPort;
      expect(process.roles).toEqual([role]);
      expect([http.port, metrics.port]).toEqual([portOf('http'), portOf('metrics')]);
      expect([http.host, metrics.host]).not.toContain('127.0.0.1');
      expect([database.databaseUrl, appSecret.value]).toEqual([
        SAMPLES['DATABASE_URL'],
        SAMPLES['APP_SECRET'],
      ]);
    });

    it.each(ROLES)('%s stops within its grace period', (role) => {
      const { spec } = deploymentOf(role, manifests).spec.template;
      const { lifecycle } = trestleOf(spec);
      const [, preStopSeconds = '0'] = lifecycle?.preStop.exec.command ?? [];
      const { drainSeconds } = configurationOf(manifests, role).http;
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
        Number(preStopSeconds) + drainSeconds + STOP_SECONDS,
      );
    });

    it('has probes, requests and a limit of memory in every container of Trestle', () => {
      const containers = ROLES.map((role) => trestleOf(deploymentOf(role, manifests).spec.template.spec));
      for (const { startupProbe, livenessProbe, readinessProbe, resources } of containers) {
        expect(startupProbe).toMatchObject({ httpGet: { path: '/api/health', port: 'http' } });
        expect(livenessProbe).toMatchObject({ httpGet: { path: '/api/health', port: 'http' } });
        expect(readinessProbe).toMatchObject({ httpGet: { path: '/api/health/ready', port: 'http' } });
        expect(Object.keys(resources!.requests!)).toEqual(['cpu', 'memory']);
        expect(Object.keys(resources!.limits!)).toEqual(['memory']);
      }
    });

    it('selects with every selector the pods of exactly one role, or of all for the metrics', () => {
      const rolesOf = (selector: Labels) =>
        pods
          .filter(({ metadata }) => matches(selector, metadata.labels))
          .map(({ metadata }) => metadata.labels['app.kubernetes.io/component']);
      for (const { metadata, spec } of ofKind('Service', manifests)) {
        const role = metadata.labels['app.kubernetes.io/component']!;
        expect(rolesOf(spec.selector)).toEqual(role === 'metrics' ? ROLES : [role]);
      }
      for (const kind of ['Deployment', 'PodDisruptionBudget']) {
        for (const { metadata, spec } of ofKind(kind, manifests)) {
          expect(rolesOf(spec.selector.matchLabels)).toEqual([
            metadata.labels['app.kubernetes.io/component'],
          ]);
        }
      }
      for (const role of ROLES) {
        const { topologySpreadConstraints = [] } = deploymentOf(role, manifests).spec.template.spec;
        for (const { labelSelector } of topologySpreadConstraints) {
          expect(rolesOf(labelSelector.matchLabels)).toEqual([role]);
        }
      }
    });

    it('names the Services that exist in its routes, and prints notes', () => {
      const services = new Set(ofKind('Service', manifests).map(({ metadata }) => metadata.name));
      const routes = JSON.stringify([...ofKind('Ingress', manifests), ...ofKind('HTTPRoute', manifests)]);
      const backends = [...routes.matchAll(/"(?:service|backendRefs)":\[?\{"name":"([^"]+)"/g)];
      expect(backends.map(([, name]) => name!).filter((name) => !services.has(name))).toEqual([]);
      const notes = renderNotes(files);
      expect(notes).toContain('helm -n prod test acme');
      expect(notes).toContain(readYaml('helm/trestle/Chart.yaml')['appVersion']);
    });
  });

  it('has no field that Kubernetes does not know', () => {
    expect(unknownFields(VALUES_FILES.flatMap((files) => render(files)))).toBe('');
  });

  it.each(INVALID_FILES)('rejects $name, naming $naming', (files) => {
    const { text, error } = tryRender(files);
    expect(text).toBe('');
    for (const word of files.naming) expect(error).toContain(word);
  });

  it.each(EXAMPLES)('accepts the example of line $line of docs/kubernetes.md', async ({ text, below }) => {
    const manifests = withFile(text, (path) => render({ paths: [...below, path] }));
    const problems = await Promise.all(manifests.map(schemaProblems));
    expect(problems.flat()).toEqual([]);
    for (const role of ROLES) expect(configurationOf(manifests, role).process.roles).toEqual([role]);
  });

  describe('the checks of these tests', () => {
    const broken = (change: (deployment: Manifest) => void) => {
      const deployment = deploymentOf('api', render(MINIMAL_FILES));
      change(deployment);
      return deployment;
    };

    it('find a wrong type and an unknown API', async () => {
      const problem = async (change: (deployment: Manifest) => void) =>
        (await schemaProblems(broken(change)))[0];
      expect(await problem(({ spec }) => (spec['replicas'] = 'two' as never))).toContain('replicas');
      expect(await problem((deployment) => (deployment.apiVersion = 'apps/v9'))).toContain('apps/v9');
    });

    it('find an unknown field', () => {
      const unknown = broken(({ spec }) => (spec.template.spec['hostPidd'] = true));
      expect(unknownFields([unknown])).toContain('hostPidd');
    });
  });

  describe('the migration', () => {
    const job = () => ofKind('Job', render(named('every-setting'), { isUpgrade: true }))[0]!;

    it('runs before an upgrade, and at no rollback', () => {
      expect(job().metadata.annotations).toEqual({
        'helm.sh/hook': 'pre-upgrade',
        'helm.sh/hook-delete-policy': 'before-hook-creation',
      });
    });

    it('uses the image and the secrets of the pods that follow, and has no limit of time', () => {
      const manifests = render(named('every-setting'));
      const api = trestleOf(deploymentOf('api', manifests).spec.template.spec);
      const { spec } = job().spec.template;
      const { image, args, env } = trestleOf(spec);
      expect([image, args]).toEqual([api.image, ['migrate']]);
      const secretsOf = (variables: EnvVar[]) => variables.filter(({ valueFrom }) => valueFrom !== undefined);
      expect(secretsOf(env!)).toEqual(secretsOf(api.env!));
      expect(() => readConfiguration(environmentOf(trestleOf(spec)))).not.toThrow();
      expect(job().spec).not.toHaveProperty('activeDeadlineSeconds');
    });

    it('has no container beside it that would never end', () => {
      const [withExtras] = ofKind('Job', render(named('extras')));
      const { initContainers, containers } = withExtras!.spec.template.spec;
      expect([...initContainers!, ...containers].map(({ name }) => name)).toEqual([
        'wait-for-database',
        'trestle',
      ]);
    });
  });

  describe('the generated secret', () => {
    const files = named('generated-secret');
    const secretOf = (text: string) => /^ {2}app-secret: "(.+)"$/m.exec(text)![1]!;

    it('is random, and stays after an uninstall', () => {
      const first = renderText(files);
      expect(Buffer.from(secretOf(first), 'base64').toString()).toMatch(/^[A-Za-z0-9]{64}$/);
      expect(secretOf(renderText(files))).not.toBe(secretOf(first));
      expect(first).toContain('helm.sh/resource-policy: keep');
    });

    it('is the one of the cluster from then on', () => {
      const first = renderText(files);
      expect(withFile(first, (cluster) => renderText(files, { isUpgrade: true, cluster }))).toBe(first);
    });
  });

  describe('routes', () => {
    interface IngressSpec {
      tls?: { hosts: string[]; secretName: string }[];
      rules: { host: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
    }
    const ingressOf = (name: string) => {
      const { metadata, spec } = ofKind('Ingress', render(named(name)))[0]!;
      return { annotations: metadata.annotations, ...(spec as unknown as IngressSpec) };
    };

    it('lead sockets of all organizations to realtime, and everything else to api', () => {
      const { rules, tls, annotations } = ingressOf('ingress');
      expect(
        rules.map(({ host, http }) => [
          host,
          http.paths.map(({ path, backend }) => [path, backend.service.name]),
        ]),
      ).toEqual(
        ['trestle.example.com', '*.trestle.example.com'].map((host) => [
          host,
          [
            ['/ws', 'acme-trestle-realtime'],
            ['/', 'acme-trestle-api'],
          ],
        ]),
      );
      expect(tls).toEqual([
        { secretName: 'acme-trestle-tls', hosts: ['trestle.example.com', '*.trestle.example.com'] },
      ]);
      expect(annotations).toMatchObject({ 'cert-manager.io/cluster-issuer': 'letsencrypt-dns' });
    });

    it('have one host for one organization', () => {
      const { rules, tls } = ingressOf('single-organization');
      expect(rules.map(({ host }) => host)).toEqual(['trestle.example.com']);
      expect(tls).toEqual([{ secretName: 'acme-tls', hosts: ['trestle.example.com'] }]);
    });

    it('have no certificate and no port of PUBLIC_URL in hosts if PUBLIC_URL is http', () => {
      const { rules, tls, annotations } = ingressOf('plain-http');
      expect(rules.map(({ host }) => host)).toEqual(['trestle.internal', '*.trestle.internal']);
      expect([tls, annotations]).toEqual([undefined, undefined]);
      const gateway = ofKind('Gateway', render(named('plain-http')))[0]!;
      expect(JSON.stringify(gateway)).not.toMatch(/HTTPS|certificateRefs|cert-manager/);
    });

    it('use an existing Gateway', () => {
      const manifests = render(named('gateway'));
      expect(ofKind('Gateway', manifests)).toEqual([]);
      expect(ofKind('HTTPRoute', manifests)[0]!.spec).toEqual({
        parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
        hostnames: ['trestle.example.com', '*.trestle.example.com'],
        rules: [
          {
            matches: [{ path: { type: 'PathPrefix', value: '/ws' } }],
            backendRefs: [{ name: 'acme-trestle-realtime', port: 80 }],
          },
          {
            matches: [{ path: { type: 'PathPrefix', value: '/' } }],
            backendRefs: [{ name: 'acme-trestle-api', port: 80 }],
          },
        ],
      });
    });

    it('use a Gateway of their own, with a certificate of cert-manager and a redirect to https', () => {
      const manifests = render(named('own-gateway'));
      const [gateway] = ofKind('Gateway', manifests);
      expect(gateway!.metadata.annotations).toEqual({
        'example.com/owner': 'platform',
        'cert-manager.io/issuer': 'letsencrypt-dns',
      });
      const listeners = gateway!.spec['listeners'] as { name: string; hostname: string; protocol: string }[];
      expect(listeners.map(({ name, hostname, protocol }) => `${name} ${protocol} ${hostname}`)).toEqual([
        'http-0 HTTP trestle.example.com',
        'https-0 HTTPS trestle.example.com',
        'http-1 HTTP *.trestle.example.com',
        'https-1 HTTPS *.trestle.example.com',
      ]);
      const sectionsOf = (route: Manifest) =>
        (route.spec['parentRefs'] as { sectionName: string }[]).map(({ sectionName }) => sectionName);
      const routes = ofKind('HTTPRoute', manifests).map((route) => [route.metadata.name, sectionsOf(route)]);
      expect(routes).toEqual([
        ['acme-trestle-to-https', ['http-0', 'http-1']],
        ['acme-trestle', ['https-0', 'https-1']],
      ]);
    });
  });

  describe('monitoring', () => {
    const manifests = () => render(named('monitoring'));

    it('scrapes all pods as one job, with the token, also those that are not ready', () => {
      const [monitor] = ofKind('ServiceMonitor', manifests());
      const selected = ofKind('Service', manifests()).filter(({ metadata }) =>
        matches(monitor!.spec.selector.matchLabels, metadata.labels),
      );
      expect(selected.map(({ metadata }) => metadata.name)).toEqual(['acme-trestle-metrics']);
      expect(selected[0]!.spec).toMatchObject({ publishNotReadyAddresses: true, clusterIP: 'None' });
      expect(monitor!.metadata.labels).toMatchObject({ release: 'prometheus' });
      expect(monitor!.spec['endpoints']).toEqual([
        {
          port: 'metrics',
          path: '/metrics',
          interval: '30s',
          scrapeTimeout: '10s',
          authorization: { type: 'Bearer', credentials: { name: 'trestle-secrets', key: 'metrics-token' } },
          relabelings: [{ targetLabel: 'job', replacement: 'prod/acme-trestle' }],
        },
      ]);
    });

    it('has the alert rules of docs/monitoring', () => {
      expect(ofKind('PrometheusRule', manifests())[0]!.spec).toEqual(readYaml('docs/monitoring/alerts.yml'));
    });

    it('has the dashboard of docs/monitoring', () => {
      const { data, metadata } = ofKind('ConfigMap', manifests())[0]!;
      expect(JSON.parse(data['trestle.json']!)).toEqual(readYaml('docs/monitoring/dashboard.json'));
      expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    });
  });

  describe('network policies', () => {
    interface Policy {
      podSelector: { matchLabels: Labels; matchExpressions?: { key: string; values: string[] }[] };
      ingress: { from?: object[]; ports: { port: number }[] }[];
      egress?: { to?: object[]; ports?: { port: number }[] }[];
    }
    const policiesOf = (name: string) =>
      ofKind('NetworkPolicy', render(named(name))).map(({ spec }) => spec as unknown as Policy);

    it('select every pod of the release, and for requests those of api and realtime', () => {
      const [all, requests] = policiesOf('minimal');
      const pods = podsOf(render(named('minimal')));
      expect(pods.filter(({ metadata }) => !matches(all!.podSelector.matchLabels, metadata.labels))).toEqual(
        [],
      );
      expect(requests!.podSelector.matchExpressions).toMatchObject([{ values: ['api', 'realtime'] }]);
    });

    it('allow by default requests from everywhere, metrics in the cluster, and all connections to others', () => {
      const [all, requests] = policiesOf('minimal');
      expect(requests!.ingress).toEqual([{ ports: [{ protocol: 'TCP', port: 3000 }] }]);
      expect(all!.ingress).toEqual([
        { ports: [{ protocol: 'TCP', port: 9464 }], from: [{ namespaceSelector: {} }] },
      ]);
      expect(all!.egress).toEqual([{}]);
    });

    it('allow what is listed, names, and the test of the release', () => {
      const [all, requests] = policiesOf('network');
      expect(all!.ingress).toEqual([]);
      expect(all!.egress!.map(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([
        [53, 53],
        [],
        [5432, 6379],
        [443],
      ]);
      const test = podsOf(render(named('network'))).find(
        ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'test',
      )!;
      const [{ podSelector }] = requests!.ingress[0]!.from as [{ podSelector: { matchLabels: Labels } }];
      expect(matches(podSelector.matchLabels, test.metadata.labels)).toBe(true);
      expect(requests!.ingress[0]!.from).toHaveLength(2);
    });
  });

  it('leaves the number of pods to an autoscaler', () => {
    const manifests = render(named('autoscaling'));
    const replicas = ofKind('Deployment', manifests).map(({ spec }) => spec.replicas);
    expect(replicas).toEqual([undefined, undefined, undefined]);
    const targets = ofKind('HorizontalPodAutoscaler', manifests).map(({ spec }) => [
      (spec['scaleTargetRef'] as { name: string }).name,
      spec['minReplicas'],
      spec['maxReplicas'],
      (spec['metrics'] as { resource: { name: string; target: { averageUtilization: number } } }[]).map(
        ({ resource }) => `${resource.name} ${resource.target.averageUtilization}`,
      ),
    ]);
    expect(targets).toEqual([
      ['acme-trestle-api', 2, 20, ['cpu 70', 'memory 85']],
      ['acme-trestle-worker', 1, 8, ['cpu 70']],
      ['acme-trestle-realtime', 2, 8, ['memory 70']],
    ]);
  });

  it('mounts a shared claim for files in all pods', () => {
    const manifests = render(named('files-claim'));
    for (const role of ROLES) {
      expect(configurationOf(manifests, role).storage.directory).toBe('/files');
      const { volumes, containers, securityContext } = deploymentOf(role, manifests).spec.template.spec;
      // A large number, which is not printed as 1.00065e+09.
      expect(securityContext!.fsGroup).toBe(1_000_650_000);
      expect(volumes).toContainEqual({
        name: 'files',
        persistentVolumeClaim: { claimName: 'trestle-files' },
      });
      expect(containers[0].volumeMounts).toContainEqual({ name: 'files', mountPath: '/files' });
    }
  });

  it('mounts the directory of cells so that pods see its changes', () => {
    const manifests = render(named('cell'));
    for (const role of ROLES) {
      expect(configurationOf(manifests, role).cells.directoryFile).toBe('/cells/cells.json');
      const { volumes, containers } = deploymentOf(role, manifests).spec.template.spec;
      expect(volumes).toContainEqual({ name: 'cells', configMap: { name: 'trestle-cells' } });
      expect(containers[0].volumeMounts).toContainEqual({
        name: 'cells',
        mountPath: '/cells',
        readOnly: true,
      });
    }
  });

  it('has the extra parts in all pods, and those of one role in place of them', () => {
    const manifests = render(named('extras'));
    const api = deploymentOf('api', manifests).spec.template;
    expect(api.metadata).toMatchObject({
      labels: { 'example.com/team': 'work' },
      annotations: { 'example.com/team': 'work' },
    });
    expect(api.spec).toMatchObject({
      imagePullSecrets: [{ name: 'registry' }],
      priorityClassName: 'important',
      nodeSelector: { 'kubernetes.io/os': 'linux' },
    });
    expect(containersOf(api.spec).map(({ name }) => name)).toEqual([
      'wait-for-database',
      'trestle',
      'log-shipper',
    ]);
    expect(trestleOf(api.spec).image).toMatch(/^registry\.example\.com\/trestle@sha256:[0-9a-f]{64}$/);
    expect(trestleOf(api.spec).env).toContainEqual({ name: 'AWS_REGION', value: 'eu-central-1' });
    expect(trestleOf(api.spec).volumeMounts).toContainEqual({
      name: 'certificates',
      mountPath: '/etc/certificates',
      readOnly: true,
    });
    const { nodeSelector, tolerations, containers } = deploymentOf('worker', manifests).spec.template.spec;
    expect(nodeSelector).toEqual({ 'kubernetes.io/os': 'linux', 'example.com/pool': 'batch' });
    expect(tolerations).toBeUndefined();
    expect(containers).toHaveLength(1);
  });

  it('keeps the order of extra variables, which Kubernetes puts into each other', () => {
    const { env } = trestleOf(deploymentOf('worker', render(named('cloudnative-pg'))).spec.template.spec);
    expect(env!.slice(-2).map(({ name }) => name)).toEqual(['DATABASE_PASSWORD', 'DATABASE_READ_URL']);
  });

  it('warns in its notes of what an installation lacks', () => {
    const notes = renderNotes(named('single-organization'));
    expect(notes.match(/^Warning: .+?\./gm)).toEqual([
      'Warning: SMTP_URL is not set.',
      'Warning: settings.',
      'Warning: REDIS_URL is not set.',
    ]);
    expect(renderNotes(named('every-setting'))).not.toContain('Warning');
  });
});
