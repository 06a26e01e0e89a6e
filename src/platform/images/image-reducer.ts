import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { imageLoader } from './image-type';
import { UndecodableImage } from './undecodable-image';

const PROGRAM = join(__dirname, 'reduce-image.mjs');
/** Without executable memory of V8: Node 24 reserves 512 MiB for it, which count as memory of the process. The decoders are native code. */
const WITHOUT_COMPILER = '--jitless';
const UNDECODABLE = 65;
const NO_LIBRARY = 69;

const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 640;
const MAX_RESULT_BYTES = 4 * 2 ** 20;

/** Of all memory of the process that no file backs; allocations beyond it fail. */
const MAX_MEMORY_KIB = 512 * 1024;
const MAX_PROCESSOR_SECONDS = 20;
/** After the image was sent. The process has a low priority: on a busy machine it waits. */
const MAX_WALL_MS = 60_000;

/**
 * The limits apply from before the first byte is read. The process writes no files and no core dump. Where a container runs
 * out of memory all the same, Linux ends this process first.
 */
const WITH_LIMITS = `
echo 1000 2>/dev/null >/proc/self/oom_score_adj
ulimit -c 0; ulimit -d ${MAX_MEMORY_KIB}; ulimit -S -t ${MAX_PROCESSOR_SECONDS}; ulimit -f 0
exec "$@"`;

/** Nothing of the service's environment, which contains its secrets. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  // Threads share two heaps instead of reserving one each.
  MALLOC_ARENA_MAX: '2',
  // Larger images would be written to a temporary file.
  VIPS_DISC_THRESHOLD: '4g',
};

/** Signals that someone sends to the process; all others are the consequence of what it decodes. */
const FROM_OUTSIDE: ReadonlySet<string | null> = new Set(['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGTERM']);

export interface ReducedImage {
  webp: Buffer;
  /** Of the original, as it is displayed. */
  width: number;
  height: number;
}

/**
 * Makes small copies of untrusted images: WebP in sRGB without metadata, upright, at most 640 pixels wide and high, never
 * enlarged, of the first frame. The decoders are native code; each image has its own process (decision 0091).
 */
@Injectable()
export class ImageReducer {
  private readonly oneAtATime = pLimit(1);

  /** Throws UndecodableImage. Any other error can be temporary. `open` is called when it is the turn of the image. */
  reduce(open: () => Promise<Readable>, type: string, signal: AbortSignal): Promise<ReducedImage> {
    return this.oneAtATime(async () => {
      signal.throwIfAborted();
      const loader = imageLoader(type);
      if (loader === undefined) throw new UndecodableImage('its type is not supported');
      const content = await open();
      try {
        return await reduceInProcess(content, loader, signal);
      } finally {
        content.destroy();
      }
    });
  }
}

async function reduceInProcess(
  content: Readable,
  loader: string,
  signal: AbortSignal,
): Promise<ReducedImage> {
  const program = [process.execPath, WITHOUT_COMPILER, PROGRAM, loader, String(MAX_PIXELS), String(MAX_SIDE)];
  const child = spawn('/bin/sh', ['-c', WITH_LIMITS, 'sh', ...program], {
    cwd: '/',
    env: ENVIRONMENT,
    // Its own process group: Ctrl-C in the terminal must not look like a failure of the image.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  const limit = new WallTime(kill);
  try {
    const sending = send(content, child.stdin).finally(() => limit.begin());
    const [result, end] = await Promise.all([resultOf(child.stdout), endOf(child), sending]);
    signal.throwIfAborted();
    if (limit.isExceeded) throw new UndecodableImage('it takes too long');
    assertDecoded(end);
    return parsed(result);
  } finally {
    signal.removeEventListener('abort', kill);
    limit.end();
    kill();
  }
}

class WallTime {
  isExceeded = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly kill: () => void) {}

  begin(): void {
    this.timer = setTimeout(() => {
      this.isExceeded = true;
      this.kill();
    }, MAX_WALL_MS).unref();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Rejects when the process cannot be started. */
async function endOf(child: ChildProcess): Promise<End> {
  const [code, signal] = (await once(child, 'close')) as [End['code'], End['signal']];
  return { code, signal };
}

/** Resolves when the image was sent, or the process reads no further. Throws what the reading throws. */
async function send(content: Readable, input: Writable): Promise<void> {
  let isClosed = false;
  input.once('close', () => (isClosed = true));
  try {
    await pipeline(content, input);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE' || code === 'ECONNRESET' || (isClosed && code === 'ERR_STREAM_PREMATURE_CLOSE'))
      return;
    throw error;
  }
}

async function resultOf(output: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESULT_BYTES) throw new UndecodableImage('the result is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function assertDecoded({ code, signal }: End): void {
  if (code === 0) return;
  if (code === NO_LIBRARY) throw new Error('The image library cannot be loaded on this system');
  if (code === UNDECODABLE) throw new UndecodableImage('it is damaged, too large or not of its type');
  if (code === null && !FROM_OUTSIDE.has(signal))
    throw new UndecodableImage(`its decoder ended with ${signal}`);
  throw new Error(`The decoder ended with ${signal ?? `status ${code}`}`);
}

/** An image that exploits its decoder controls the process: the result is untrusted, too. */
function parsed(result: Buffer): ReducedImage {
  const end = result.indexOf('\n');
  const [, width, height] =
    /^\{"width":(\d{1,8}),"height":(\d{1,8})\}$/.exec(result.toString('latin1', 0, end)) ?? [];
  const webp = result.subarray(end + 1);
  const isWebp = webp.toString('latin1', 0, 4) === 'RIFF' && webp.toString('latin1', 8, 12) === 'WEBP';
  if (width === undefined || height === undefined || !isWebp)
    throw new UndecodableImage('the result is malformed');
  return { webp, width: Number(width), height: Number(height) };
}
