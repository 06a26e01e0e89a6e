import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHART, readText, readYaml } from '../../support/chart/chart-files';

describe('the chart', () => {
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  const chart = readYaml('helm/trestle/Chart.yaml');

  it('has the version of the release that it installs', () => {
    expect([chart['version'], chart['appVersion']]).toEqual([version, version]);
  });

  it('needs no other chart', () => {
    expect(Object.keys(chart)).not.toContain('dependencies');
    expect(readdirSync(CHART)).not.toContain('charts');
  });

  it('makes nothing random or dependent on the time, except the secret that is kept', () => {
    const random = readdirSync(`${CHART}/templates`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(yaml|tpl|txt)$/.test(name))
      .filter((name) =>
        /\b(rand[A-Z]\w+|now|uuidv4|gen[A-Z]\w+|bcrypt|htpasswd)\b/.test(
          readText(`helm/trestle/templates/${name}`),
        ),
      );
    expect(random).toEqual(['secret.yaml']);
  });
});
