import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { type DataHome, giveToOwner } from './data-home';

const ROTATE_AT_BYTES = 1024 * 1024;
const TAIL_BYTES = 4096;

/**
 * Where the server writes. A file instead of a pipe: it outlives this process (an orphaned server still has a log), it
 * cannot block the server when this process is slow, and it costs this process nothing.
 */
export async function openServerLog(home: DataHome): Promise<FileHandle> {
  const size = (await stat(home.logFile).catch(() => undefined))?.size ?? 0;
  if (size > ROTATE_AT_BYTES) await rename(home.logFile, `${home.logFile}.old`);
  const file = await open(home.logFile, 'a', 0o600);
  await giveToOwner(home, home.logFile);
  return file;
}

/** What the server wrote after the first `from` bytes of the file, without timestamps, joined to one line. */
export async function lastWords(home: DataHome, from: number): Promise<string> {
  const file = await open(home.logFile, 'r').catch(() => undefined);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines
      .map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '').trim())
      .filter(Boolean)
      .slice(-6)
      .join(' | ');
  } finally {
    await file.close();
  }
}

export async function serverLogSize(home: DataHome): Promise<number> {
  return (await stat(home.logFile).catch(() => undefined))?.size ?? 0;
}
