import { describe, expect, it } from 'vitest';
import type { Container, PodSpec } from '../../../support/chart/manifest';
import { restrictedProblems } from '../../../support/chart/pod-security';

const pod = (own: Partial<PodSpec> = {}, container: Partial<Container> = {}): PodSpec => ({
  serviceAccountName: 'default',
  automountServiceAccountToken: false,
  terminationGracePeriodSeconds: 30,
  volumes: [{ name: 'tmp', emptyDir: {} }],
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'a',
      image: 'a',
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      ...container,
    },
  ],
  ...own,
});

describe('restrictedProblems', () => {
  it('accepts a restricted pod', () => {
    expect(restrictedProblems(pod())).toEqual([]);
  });

  it('requires what a container without a security context lacks', () => {
    expect(restrictedProblems(pod({ securityContext: {} }, { securityContext: {} }))).toEqual([
      'container a: allowPrivilegeEscalation',
      'container a: runAsNonRoot',
      'container a: seccompProfile',
      'container a: capabilities.drop',
    ]);
  });

  it('rejects root, privileges, capabilities and ports of the node', () => {
    const securityContext = {
      allowPrivilegeEscalation: false,
      privileged: true,
      runAsUser: 0,
      capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
    };
    const ports = [{ name: 'http', containerPort: 3000, hostPort: 80 }];
    expect(restrictedProblems(pod({}, { securityContext, ports }))).toEqual([
      'container a: privileged',
      'container a: runAsUser',
      'container a: capabilities.add',
      'container a: hostPort',
    ]);
  });

  it('rejects the network and the directories of the node, and checks init containers', () => {
    const problems = restrictedProblems(
      pod({
        hostNetwork: true,
        volumes: [{ name: 'root', hostPath: { path: '/' } }],
        initContainers: [{ name: 'first', image: 'b', securityContext: { capabilities: { drop: ['ALL'] } } }],
      }),
    );
    expect(problems).toEqual([
      'hostNetwork',
      'volume root: hostPath',
      'container first: allowPrivilegeEscalation',
    ]);
  });
});
