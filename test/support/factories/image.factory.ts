import sharp from 'sharp';
import { vi } from 'vitest';
import { someFiles, type TestFile } from './file.factory';
import type { TestOrganization } from './organization.factory';

/** A PNG of 2000 × 1000 pixels in a few kilobytes. */
export function anImageContent(): Promise<Buffer> {
  return sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#cc3344' } })
    .png()
    .toBuffer();
}

/** An uploaded image with a thumbnail. */
export async function anImage(organization: TestOrganization): Promise<TestFile> {
  const [file] = await someFiles(organization.owner.client, [
    { name: 'image.png', content: await anImageContent() },
  ]);
  await thumbnailJobsEnd(organization);
  return file!;
}

/** Resolves when no job for a thumbnail of the organization waits or runs. */
export async function thumbnailJobsEnd({ app, id }: TestOrganization): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await app.sql.query(
      `select from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
         where task.identifier = 'files.make-thumbnail' and payload ->> 'organizationId' = $1
           and attempts < max_attempts`,
      [id],
    );
    if (rows.length > 0) throw new Error('Thumbnails are still being made');
  });
}
