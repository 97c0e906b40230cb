import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/errors.ts';
import { replaceSeen, TextChangedError } from '../../../../src/console/state/seen-text.ts';

interface Stored {
  readonly title: string;
  readonly description: string;
  readonly tag?: string;
}

/** A service with one image, whose tag is its texts. */
const openService = (given: Stored, tag: string | undefined) => {
  let stored = given;
  const sent: (string | undefined)[] = [];
  const tagOf = ({ title, description }: Stored): string => `${title}/${description}`;
  const replace = (seen: string, title: string, meanwhile = (): void => undefined) =>
    replaceSeen<Stored>({
      seen,
      tag,
      send: async ({ 'If-Match': ifMatch }) => {
        sent.push(ifMatch);
        if (ifMatch !== undefined && ifMatch !== tagOf(stored)) {
          throw new ApiError(412, 3000, '', null);
        }
        stored = { ...stored, title };
        return { ...stored, tag: tagOf(stored) };
      },
      readLatest: async () => {
        const latest = { ...stored, tag: tagOf(stored) };
        meanwhile();
        return latest;
      },
      textOf: (image) => image.title,
    });
  const change = (fields: Partial<Stored>): void => {
    stored = { ...stored, ...fields };
  };
  return { replace, sent, change, read: () => stored };
};

const IMAGE = { title: 'A', description: 'a' };

it('a text is sent under the tag that was seen, or without a condition where none is known', async () => {
  const service = openService(IMAGE, 'A/a');
  expect(await service.replace('A', 'B')).toMatchObject({ title: 'B', tag: 'B/a' });
  const untagged = openService(IMAGE, undefined);
  await untagged.replace('A', 'B');
  expect([...service.sent, ...untagged.sent]).toEqual(['A/a', undefined]);
});

it('a change of another text beside it does not matter', async () => {
  const service = openService({ ...IMAGE, description: 'new' }, 'A/a');
  await service.replace('A', 'B');
  expect(service.read()).toEqual({ title: 'B', description: 'new' });
  expect(service.sent).toEqual(['A/a', 'A/new']);
});

it('a text that has changed is not replaced, and comes with the error', async () => {
  const service = openService({ ...IMAGE, title: 'Theirs' }, 'A/a');
  const failure = service.replace('A', 'Mine');
  await expect(failure).rejects.toBeInstanceOf(TextChangedError);
  await expect(failure).rejects.toMatchObject({ latest: { title: 'Theirs', tag: 'Theirs/a' } });
  expect(service.read().title).toBe('Theirs');
});

it('attempts end while others change the image again and again', async () => {
  const service = openService(IMAGE, 'another');
  let count = 0;
  const change = () => service.change({ description: String((count += 1)) });
  await expect(service.replace('A', 'B', change)).rejects.toBeInstanceOf(ApiError);
  expect(service.sent).toHaveLength(3);
});
