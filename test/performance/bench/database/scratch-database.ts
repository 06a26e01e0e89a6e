import { Client } from 'pg';

/**
 * A database of the run's own on the given server, so that nothing of what is there is touched or slows the
 * run.
 */
export class ScratchDatabase {
  readonly url: string;
  private readonly name = `trestle_bench_${process.pid}`;

  constructor(private readonly serverUrl: string) {
    const url = new URL(serverUrl);
    url.pathname = `/${this.name}`;
    this.url = url.href;
  }

  /** Returns the server's version. */
  async create(): Promise<string> {
    return this.onServer(async (client) => {
      await client.query(`create database ${this.name} encoding 'UTF8' template template0`);
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      return rows[0]!.server_version.split(' ')[0]!;
    });
  }

  /** Also when a side that failed still holds connections. */
  async drop(): Promise<void> {
    await this.onServer((client) => client.query(`drop database if exists ${this.name} with (force)`));
  }

  private async onServer<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: this.serverUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
