/** The parts of Kubernetes' objects that the tests of the chart look at. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
  spec: {
    replicas?: number;
    selector: { matchLabels: Labels } & Labels;
    template: { metadata: Metadata; spec: PodSpec };
    [key: string]: unknown;
  };
  data: Record<string, string>;
}

export type Labels = Record<string, string>;

export interface Metadata {
  name: string;
  namespace: string;
  labels: Labels;
  annotations?: Labels;
}

export interface PodSpec {
  serviceAccountName: string;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds: number;
  securityContext?: SecurityContext;
  initContainers?: Container[];
  containers: [Container, ...Container[]];
  volumes: ({ name: string } & Record<string, unknown>)[];
  nodeSelector?: Labels;
  tolerations?: object[];
  topologySpreadConstraints?: { topologyKey: string; labelSelector: { matchLabels: Labels } }[];
  [key: string]: unknown;
}

export interface SecurityContext {
  privileged?: boolean;
  allowPrivilegeEscalation?: boolean;
  readOnlyRootFilesystem?: boolean;
  runAsNonRoot?: boolean;
  runAsUser?: number;
  fsGroup?: number;
  seccompProfile?: { type: string };
  capabilities?: { add?: string[]; drop?: string[] };
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  securityContext?: SecurityContext;
  env?: EnvVar[];
  ports?: { name: string; containerPort: number; hostPort?: number }[];
  startupProbe?: object;
  livenessProbe?: object;
  readinessProbe?: object;
  lifecycle?: { preStop: { exec: { command: string[] } } };
  resources?: { requests?: Labels; limits?: Labels };
  volumeMounts?: { name: string; mountPath: string }[];
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

/** The pod that an object creates, or is; null for other objects. */
export function podOf({ kind, metadata, spec }: Manifest): { metadata: Metadata; spec: PodSpec } | null {
  if (kind === 'Pod') return { metadata, spec: spec as unknown as PodSpec };
  return kind === 'Deployment' || kind === 'Job' ? spec.template : null;
}

export const containersOf = ({ initContainers = [], containers }: PodSpec): Container[] => [
  ...initContainers,
  ...containers,
];

export const matches = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
