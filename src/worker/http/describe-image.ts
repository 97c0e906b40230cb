import { z } from '@hono/zod-openapi';

export const CONDITION = z.string().max(8192).optional();

/** Headers that select an answer (RFC 9110, 13 and 14). */
export const CONDITIONS = z.object({
  Range: CONDITION.openapi({ example: 'bytes=0-1023' }),
  'If-Match': CONDITION,
  'If-None-Match': CONDITION,
  'If-Modified-Since': CONDITION,
  'If-Range': CONDITION,
});

export function describeImage(type: string) {
  const content = { [type]: { schema: z.string().openapi({ format: 'binary' }) } };
  const headers = z.object({
    ETag: z.string(),
    'Last-Modified': z.string(),
    'Cache-Control': z.string(),
  });
  const part = headers.extend({ 'Content-Range': z.string() });
  return {
    200: { description: 'The image', headers, content },
    206: { description: 'The part that `Range` asks for', headers: part, content },
    304: { description: 'Not changed', headers },
    412: { description: '`If-Match` names another entity tag' },
    416: { description: '`Range` begins after the end' },
  };
}
