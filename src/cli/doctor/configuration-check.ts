import type { CheckedConfiguration } from '../../platform/config/check/check-configuration';
import { failed, type Finding, ok, warning } from './finding';

const CHECK = 'configuration';

export function configurationFindings({ problems, misspelled }: CheckedConfiguration): Finding[] {
  const advice = 'Correct the variable; see docs/operations.md, Environment';
  return [
    ...(problems.length === 0
      ? [ok(CHECK, 'all variables are valid')]
      : problems.map((problem) => failed(CHECK, problem, advice))),
    ...misspelled.map(({ variable, meant }) =>
      warning(
        'configuration.names',
        `${variable} has no effect`,
        `Did you mean ${meant}? Otherwise ignore this`,
      ),
    ),
  ];
}
