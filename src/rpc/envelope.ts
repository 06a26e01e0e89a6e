import { JsonText } from '../kernel/json';

const BEFORE_OUTPUT = '{"result":{"data":{"json":';
const AFTER_OUTPUT = '}}}';

/** The success body of one call (specification, "Wire conventions" 5). */
export function successBody(output: unknown): string {
  const json = output instanceof JsonText ? output.text : (JSON.stringify(output) ?? 'null');
  return `${BEFORE_OUTPUT}${json}${AFTER_OUTPUT}`;
}

/** The JSON text of the output in a success body. */
export function outputTextOf(body: string): string {
  return body.slice(BEFORE_OUTPUT.length, -AFTER_OUTPUT.length);
}
