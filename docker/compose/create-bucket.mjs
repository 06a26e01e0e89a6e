// Creates the bucket that STORAGE_URL names, unless it exists. The store may still be starting.
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

const require = createRequire('/app/');
const { CreateBucketCommand, S3Client } = require('@aws-sdk/client-s3');

const { username, password, host, pathname } = new URL(process.env.STORAGE_URL);
const client = new S3Client({
  endpoint: `http://${host}`,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
});
const Bucket = pathname.slice(1);

for (let attempt = 1; ; attempt += 1) {
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
    break;
  } catch (error) {
    if (['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name)) break;
    if (attempt === 180) throw error;
    await delay(1_000);
  }
}
