import { InvalidInput } from '../../../kernel/app-error';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a file inside JSON. Spaces and line breaks in base64 are ignored. */
export function fileBytes({ content, encoding }: { content: string; encoding: 'utf8' | 'base64' }): Buffer {
  if (encoding === 'utf8') return Buffer.from(content, 'utf8');
  const bare = content.replace(/\s/g, '');
  if (!BASE64.test(bare) || bare.length % 4 === 1) throw InvalidInput.at('file.content', 'Not base64');
  return Buffer.from(bare, 'base64');
}
