import { ConfigurationProblem } from '../configuration-problem';

/** `name=value,name=value` with percent-encoded values, as OpenTelemetry writes headers and attributes. */
export function keyValues(variable: string, text = ''): Record<string, string> {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  return Object.fromEntries(pairs.map((pair) => keyValue(variable, pair)));
}

function keyValue(variable: string, pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  const name = pair.slice(0, end).trim();
  try {
    if (end > 0 && name !== '') return [name, decodeURIComponent(pair.slice(end + 1).trim())];
  } catch {
    // An incomplete percent-encoding, which the message below names. The value can be a secret.
  }
  throw new ConfigurationProblem(
    `${variable} must be a list name=value,name=value with percent-encoded values`,
  );
}
