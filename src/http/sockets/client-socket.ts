import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE_CODES, type CloseReason } from './close-code';

/** Bytes that may wait for a client for longer than a moment: a burst of changes exceeds them for clients that read, too. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Bytes that never wait. The sockets of a board share the memory. */
const MAX_BURST_BYTES = 16 * MAX_BUFFERED_BYTES;
/** How long a client has to read until no more than `MAX_BUFFERED_BYTES` wait, or a part of what it has missed. */
const PATIENCE_MS = 5_000;
/** Messages that wait while a client is authenticated. */
const MAX_UNREAD = 60;
/** How long a closing socket waits for the client's part of the handshake. */
const CLOSE_TIMEOUT_MS = 3_000;
/** A reason has at most 123 bytes (RFC 6455). */
const REASON_MAX_BYTES = 123;

/** Messages of all sockets of a process. */
export interface SocketTraffic {
  in: number;
  out: number;
}

/** The WebSocket of one client, with the limits of every socket: buffered bytes, silence, time to close. */
export class ClientSocket {
  private listener: ((text: string) => void) | null = null;
  /** Messages that arrived before a listener was added. */
  private unread: string[] = [];
  private isAnswered = true;
  private isClosing = false;
  private ended: () => void = () => undefined;
  private patience: NodeJS.Timeout | null = null;

  constructor(
    private readonly socket: WebSocket,
    /** The connection under the WebSocket. The library writes its own frames (pings, the close frame) immediately, in between. */
    private readonly stream: Duplex,
    /** Called for every frame of the client; false when it has sent too many. */
    private readonly countFrame: () => boolean,
    private readonly traffic: SocketTraffic,
  ) {
    socket.on('pong', () => {
      this.isAnswered = true;
      this.receive();
    });
    socket.on('ping', () => this.receive());
    socket.on('message', (content: Buffer, isBinary: boolean) => {
      if (!this.receive()) return;
      this.traffic.in += 1;
      if (isBinary) this.close('unsupportedMessage', 'Send text messages');
      else this.read(content.toString());
    });
    socket.on('close', () => this.end());
    // The library closes the socket after a broken or too large frame.
    socket.on('error', () => undefined);
  }

  /** Resolves when the connection is closed. */
  closed(): Promise<void> {
    if (this.socket.readyState === this.socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  get isOpen(): boolean {
    return !this.isClosing && this.socket.readyState === this.socket.OPEN;
  }

  /** The text messages that the client has sent so far, and those that follow. */
  onMessage(listener: (text: string) => void): void {
    this.listener = listener;
    const { unread } = this;
    this.unread = [];
    for (const text of unread) listener(text);
  }

  /** The next text message only; further ones wait. */
  onceMessage(listener: (text: string) => void): void {
    this.listener = (text) => {
      this.listener = null;
      listener(text);
    };
  }

  /** Called once, also when the socket has closed already. */
  onEnd(listener: () => void): void {
    this.ended = listener;
    if (this.socket.readyState === this.socket.CLOSED) this.end();
  }

  /** Sends encoded frames in one write. A client that does not read is dropped, never buffered without bound. */
  send(frames: readonly Buffer[]): void {
    if (!this.isOpen) return;
    this.traffic.out += frames.length;
    const { stream } = this;
    if (frames.length > 1) {
      stream.cork();
      for (const frame of frames) stream.write(frame);
      stream.uncork();
    } else if (frames.length === 1) stream.write(frames[0]!);
    if (stream.writableLength > MAX_BURST_BYTES) this.drop();
    else if (stream.writableLength > MAX_BUFFERED_BYTES) {
      this.patience ??= setTimeout(() => this.examine(), PATIENCE_MS);
      this.patience.unref();
    }
  }

  /** Resolves when all sent messages are written to the connection, or when the socket closes: a long replay is never buffered. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.stream.writableNeedDrain) return;
    const timer = setTimeout(() => this.drop(), PATIENCE_MS);
    timer.unref();
    const over = new AbortController();
    const settled = ['drain', 'close'].map((name) => once(this.stream, name, { signal: over.signal }));
    await Promise.race(settled).catch(() => undefined);
    over.abort();
    clearTimeout(timer);
  }

  drop(): void {
    this.close('tooSlow', 'The client reads too slowly');
  }

  close(reason: CloseReason, text: string): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.socket.close(CLOSE_CODES[reason], shortened(text));
    const timer = setTimeout(() => this.socket.terminate(), CLOSE_TIMEOUT_MS);
    timer.unref();
    this.socket.once('close', () => clearTimeout(timer));
    this.end();
  }

  terminate(): void {
    this.socket.terminate();
  }

  /** One heartbeat: ends a socket that has not answered the previous one. */
  beat(): void {
    if (!this.isAnswered) {
      this.terminate();
      return;
    }
    this.isAnswered = false;
    if (this.isOpen) this.socket.ping();
  }

  private read(text: string): void {
    if (this.listener !== null) this.listener(text);
    else if (this.unread.length < MAX_UNREAD) this.unread.push(text);
    else this.close('tooMany', 'Too many messages; slow down');
  }

  private receive(): boolean {
    if (!this.isOpen) return false;
    if (this.countFrame()) return true;
    this.close('tooMany', 'Too many messages; slow down');
    return false;
  }

  private examine(): void {
    this.patience = null;
    if (this.stream.writableLength > MAX_BUFFERED_BYTES) this.drop();
  }

  private end(): void {
    if (this.patience !== null) clearTimeout(this.patience);
    this.unread = [];
    const { ended } = this;
    this.ended = () => undefined;
    ended();
  }
}

function shortened(text: string): string {
  return Buffer.byteLength(text) <= REASON_MAX_BYTES ? text : text.slice(0, REASON_MAX_BYTES / 3);
}
