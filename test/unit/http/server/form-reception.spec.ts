import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormReception, isReceivingForm } from '../../../../src/http/server/form-reception';
import { AppError } from '../../../../src/kernel/app-error';

const KIB = Buffer.alloc(1024);

describe('the reception of a form', () => {
  let request: IncomingMessage;
  let reception: FormReception;
  let failure: AppError | undefined;
  const receive = async (kibibytes: number) => {
    for (let sent = 0; sent < kibibytes; sent += 1) request.push(KIB);
    await vi.advanceTimersByTimeAsync(0);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    request = new IncomingMessage(new Socket());
    failure = undefined;
    const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'Too large');
    reception = new FormReception(request, 1024 * 1024, tooLarge);
    reception.failed.catch((error: AppError) => (failure = error));
    reception.start();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fails when less than 120 KiB arrive in 30 seconds', async () => {
    for (let minute = 0; minute < 2; minute += 1) {
      await receive(120);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(failure).toBeUndefined();
    }
    await receive(119);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(failure?.code).toBe('TIMEOUT');
  });

  it('fails above its size, and disconnects a client that keeps sending as much again', async () => {
    await receive(1024);
    expect(failure).toBeUndefined();
    await receive(1);
    expect(failure?.code).toBe('PAYLOAD_TOO_LARGE');
    reception.end();
    await receive(1023);
    expect(request.destroyed).toBe(false);
    await receive(1);
    expect(request.destroyed).toBe(true);
  });

  it('after the end, discards what arrives for 30 seconds', async () => {
    reception.end();
    expect(isReceivingForm(request.socket)).toBe(true);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(request.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(request.destroyed).toBe(true);
    expect(isReceivingForm(request.socket)).toBe(false);
  });

  it('leaves a complete request alone', async () => {
    request.complete = true;
    reception.end();
    expect(isReceivingForm(request.socket)).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([request.destroyed, failure]).toEqual([false, undefined]);
  });
});
