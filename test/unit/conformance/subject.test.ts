import { expect, it } from 'vitest';
import { createSubject, expectPart, expectWhole } from '../../conformance/subject.ts';

const SIZE_BYTES = 200_000;
const subject = await createSubject(
  'http://images.example',
  '/picture.webp',
  async () => new Response(new Uint8Array(SIZE_BYTES)),
);

it('a comparison finds the first difference of large bodies quickly', async () => {
  const other = () => new Response(new Uint8Array(SIZE_BYTES).fill(1, 7));
  await expect(expectWhole(subject, other())).rejects.toThrow('byte 7 of the body is wrong');
  await expect(expectWhole(subject, new Response('short'))).rejects.toThrow(
    `the body has 5 bytes, not ${String(SIZE_BYTES)}`,
  );
}, 5000);

it('a whole image does not pass for a part of it', async () => {
  const whole = new Response(new Uint8Array(SIZE_BYTES));
  await expect(expectPart(subject, whole, 0, 1)).rejects.toThrow('200');
});

it('a link that is no public image is refused', async () => {
  const missing = async () => new Response('', { status: 404 });
  await expect(createSubject('http://images.example', '/x', missing)).rejects.toThrow('404');
});
