import { readdirSync, writeFileSync, utimesSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { query, useClusterCopies, usePlace } from './support/place';

describe('a data directory', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();
  beforeEach(() => copyCluster(place().dataDir));
  const home = () => join(place().dataDir, 'postgres');
  const claims = () => readdirSync(home()).filter((name) => name.startsWith('owner.'));

  it('has one owner at a time; the second gets an error of one line and changes nothing', async () => {
    const owner = place().owner();
    const { url } = await owner.hear('ready');
    const second = place().supervisor();
    await expect(second.start()).rejects.toThrow(
      new RegExp(
        `^Another Trestle process \\(pid ${owner.child.pid}\\) uses the data directory .+ DATA_DIR .+$`,
      ),
    );
    await second.stop();
    expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
    await owner.stop();
    expect(claims()).toEqual([]);
    await second.start();
  });

  it('has one owner within one process too', async () => {
    await place().supervisor().start();
    await expect(place().supervisor().start()).rejects.toThrow('Another Trestle process');
  });

  it('is claimed by exactly one of several concurrent starts', async () => {
    const owners = [1, 2, 3].map(() => place().owner());
    const results = await Promise.allSettled(owners.map((owner) => owner.hear('ready')));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(place().servers()).toHaveLength(1);
  });

  it('is free when its owner was killed and its pid was reused', async () => {
    const owner = place().owner();
    await owner.hear('ready');
    await owner.kill();
    const claim = join(home(), claims()[0]!);
    writeFileSync(claim, JSON.stringify({ ...JSON.parse(readFileSync(claim, 'utf8')), pid: process.pid }));
    await place().supervisor().start();
    expect(claims()).toHaveLength(1);
  });

  describe('on a volume that another machine or container shares', () => {
    // Its pids mean nothing here, so the claim's heartbeat decides.
    const claimFromElsewhere = () => {
      const file = join(home(), 'owner.7.elsewhere');
      writeFileSync(file, JSON.stringify({ pid: 7, directory: 'd', place: 'elsewhere' }));
      return file;
    };

    it('is rejected while the other owner gives signs of life', async () => {
      const file = claimFromElsewhere();
      const pulse = setInterval(() => utimesSync(file, new Date(), new Date()), 100);
      await expect(place().supervisor().start()).rejects.toThrow('Another Trestle process (pid 7)');
      clearInterval(pulse);
    });

    it('is free after a minute without signs of life', async () => {
      utimesSync(claimFromElsewhere(), new Date(0), new Date(0));
      await place().supervisor().start();
      expect(claims()).toHaveLength(1);
    });
  });
});
