import { Callers } from './caller';
import { Database } from './database';
import { createServer } from './server';
import { TOKENS } from './statements';

/** Started by the floor's subject as a separate process: `main.js <database url> <schema>`. */
async function main(): Promise<void> {
  const [url, schema] = process.argv.slice(2) as [string, string];
  const database = new Database(url, schema);
  const tokens = await database.rows(TOKENS, []);
  const server = createServer(database, new Callers(tokens.map(([hash, userId]) => [hash!, userId!])));
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  // Without its parent it has nothing to serve, and would hold its connections for ever.
  process.once('disconnect', () => process.exit());
  process.send?.({ baseUrl });
}

main().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
  process.exitCode = 1;
});
