/** The last fragment of a text message (RFC 6455, section 5.2). */
const FINAL_TEXT = 0x81;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;
const MAX_16_BITS = 0xffff;

/**
 * A text message as it is written to the connection. The service does not mask or compress, so that the frame is the same for
 * all sockets: it is encoded once, and each socket costs one write.
 */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  const headBytes = bytes < LENGTH_IN_16_BITS ? 2 : bytes <= MAX_16_BITS ? 4 : 10;
  const frame = Buffer.allocUnsafe(headBytes + bytes);
  frame[0] = FINAL_TEXT;
  if (headBytes === 2) frame[1] = bytes;
  else if (headBytes === 4) {
    frame[1] = LENGTH_IN_16_BITS;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = LENGTH_IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  frame.write(text, headBytes);
  return frame;
}
