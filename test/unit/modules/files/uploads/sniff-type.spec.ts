import { describe, expect, it } from 'vitest';
import { sniffType } from '../../../../../src/modules/files/uploads/sniff-type';

const PDF = Buffer.from('%PDF-1.7\n');
const GIF_WITH_SCRIPT = Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;');

describe('sniffType', () => {
  it.each([
    ['report.pdf', PDF, 'application/pdf'],
    ['report.html', PDF, 'application/pdf'],
    ['image.gif', GIF_WITH_SCRIPT, 'image/gif'],
    ['notes.txt', Buffer.from('notes'), 'text/plain'],
    ['notes.exe', Buffer.from('notes'), 'text/plain'],
    ['NOTES.MD', Buffer.from('# notes'), 'text/markdown'],
    ['no extension', Buffer.from('notes'), 'text/plain'],
    ['.constructor', Buffer.from('notes'), 'text/plain'],
    ['page.html', Buffer.from('<script>alert(1)</script>'), 'text/html'],
    ['drawing.svg', Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'), 'image/svg+xml'],
    ['drawing.svg', Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml'],
    ['a.txt', Buffer.from('binary\0text'), 'application/octet-stream'],
    ['a.txt', Buffer.from([0x80, 0x81, 0x82]), 'application/octet-stream'],
    // The last character continues after the head.
    ['a.txt', Buffer.from('Grü').subarray(0, 3), 'text/plain'],
  ])('%s', async (name, content, type) => {
    expect(await sniffType(content, name)).toBe(type);
  });
});
