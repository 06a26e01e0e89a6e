import { type Container, containersOf, type PodSpec } from './manifest';

/** https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted */
const VOLUME_TYPES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

/** What the Pod Security Standard "restricted" rejects in a pod. */
export function restrictedProblems(pod: PodSpec): string[] {
  const host = ['hostNetwork', 'hostPID', 'hostIPC'].filter((name) => pod[name] === true);
  const volumes = (pod.volumes ?? []).flatMap(({ name, ...source }) =>
    Object.keys(source)
      .filter((type) => !VOLUME_TYPES.has(type))
      .map((type) => `volume ${name}: ${type}`),
  );
  return [
    ...host,
    ...volumes,
    ...containersOf(pod).flatMap((container) => containerProblems(pod, container)),
  ];
}

function containerProblems(pod: PodSpec, { name, securityContext = {}, ports = [] }: Container): string[] {
  const context = { ...pod.securityContext, ...securityContext };
  const { capabilities = {} } = securityContext;
  const rules: [string, boolean][] = [
    ['privileged', securityContext.privileged !== true],
    ['allowPrivilegeEscalation', securityContext.allowPrivilegeEscalation === false],
    ['runAsNonRoot', context.runAsNonRoot === true],
    ['runAsUser', context.runAsUser !== 0],
    ['seccompProfile', ['RuntimeDefault', 'Localhost'].includes(context.seccompProfile?.type ?? '')],
    ['capabilities.drop', capabilities.drop?.includes('ALL') === true],
    ['capabilities.add', (capabilities.add ?? []).every((each) => each === 'NET_BIND_SERVICE')],
    ['hostPort', ports.every(({ hostPort }) => hostPort === undefined)],
  ];
  return rules.filter(([, isMet]) => !isMet).map(([rule]) => `container ${name}: ${rule}`);
}
