import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeclaredRoute } from '../../../http/routes/declared-routes';
import type { NamedDeclaration } from '../../../rpc/procedure.decorator';
import { type JsonSchema, jsonSchemaOf } from '../json-schema';
import { components } from './components';
import { procedurePath, tagOf } from './procedure-operation';
import { restPaths } from './rest-paths';

const DESCRIPTION = `Every operation is a named procedure in the wire format of tRPC, or an HTTP route with a plain body.
The input of a procedure is a JSON object under the key \`json\`; its result is under \`result.data.json\`.`;

/**
 * The OpenAPI 3.1 document of the service (contract §11): the same text for the same release. Other requests are served between
 * the procedures, whose schemas take tenths of a second together.
 */
export async function openApiDocument(
  declared: readonly NamedDeclaration[],
  routes: readonly DeclaredRoute[],
  version: string,
): Promise<object> {
  const procedures = declared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const shared = new Map<string, JsonSchema>();
  const paths: Record<string, object> = {};
  for (const procedure of procedures) {
    const [path, item] = procedurePath(procedure, shared);
    paths[path] = item;
    await nextTurn();
  }
  const outputOf = (name: string) => {
    const { output } = procedures.find((procedure) => procedure.name === name)!;
    return jsonSchemaOf(output, `${name}.output`, shared);
  };
  const tags = new Set(procedures.map(({ name }) => tagOf(name)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trestle',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative to the document: the organization of the host that it was loaded from.
    servers: [{ url: '/' }],
    tags: ['http', ...tags].map((name) => ({ name })),
    paths: { ...restPaths(routes, outputOf), ...paths },
    components: components(shared),
  };
}
