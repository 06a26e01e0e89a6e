import { JsonText } from '../kernel/json';

/** The success body of one call (specification, "Wire conventions" 5). */
export function successBody(output: unknown): string {
  const json = output instanceof JsonText ? output.text : (JSON.stringify(output) ?? 'null');
  return `{"result":{"data":{"json":${json}}}}`;
}
