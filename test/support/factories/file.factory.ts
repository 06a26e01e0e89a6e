import type { FileId } from '../../../src/kernel/ids';
import type { WireClient } from '../client';
import { type FormPart, upload } from '../multipart';

export interface TestFile {
  id: FileId;
  name: string;
  url: string;
  size: number;
  type: string;
}

/** Uploaded files, in the order of the parts. */
export async function someFiles(client: WireClient, parts: readonly FormPart[]): Promise<TestFile[]> {
  const { status, body } = await upload(client, parts);
  if (status !== 201) throw new Error(`The upload failed: ${status} ${JSON.stringify(body)}`);
  return (body as { files: TestFile[] }).files;
}

/** One uploaded text file. */
export async function aFile(client: WireClient, content = 'Hello', name = 'hello.txt'): Promise<TestFile> {
  const [file] = await someFiles(client, [{ name, content }]);
  return file!;
}
