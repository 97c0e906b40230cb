import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// By path, since tests lack the types of pages.
const MODULE = new URL(
  '../../../../../../src/console/features/gallery/model/first-previews.ts',
  import.meta.url,
).href;

type AskFirstPreviews = (answer: Promise<Response>) => Promise<void>;

let asked: string[];
let askFirstPreviews: AskFirstPreviews;

const imageOf = (id: number, changes: object = {}): object => ({
  id,
  visibility: 'public',
  unique_link: `u${String(id)}`,
  asset_link: `a${String(id)}`,
  pipeline_version: 2,
  processing_status: 'completed',
  width: 4000,
  height: 3000,
  ...changes,
});

const answerOf = (body: object, status = 200): Promise<Response> =>
  Promise.resolve(Response.json(body, { status }));

beforeEach(async () => {
  asked = [];
  // 110 px high on a phone with two pixels in one.
  vi.stubGlobal('innerWidth', 360);
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: (link: { href: string; as: string }) => asked.push(`${link.as} ${link.href}`) },
  });
  ({ askFirstPreviews } = (await import(MODULE)) as { askFirstPreviews: AskFirstPreviews });
});

afterEach(() => void vi.unstubAllGlobals());

it('the previews of the first twelve images are requested early, private ones too', async () => {
  const images = [
    imageOf(1),
    imageOf(2, { visibility: 'private' }),
    imageOf(3, { processing_status: 'pending' }),
    imageOf(4, { pipeline_version: 1 }),
    imageOf(5, { pipeline_version: 1, processing_status: 'processing' }),
    ...Array.from({ length: 20 }, (_, index) => imageOf(6 + index)),
  ];
  const answer = answerOf({ code: 0, data: { images } });
  await askFirstPreviews(answer);
  expect(asked).toEqual([
    'image /api/v1/images/1/preview?size=320',
    'image /api/v1/images/2/preview?size=320',
    'image /api/v1/images/4/preview?size=320',
    ...Array.from(
      { length: 9 },
      (_, at) => `image /api/v1/images/${String(6 + at)}/preview?size=320`,
    ),
  ]);
  expect(await (await answer).json()).toEqual({ code: 0, data: { images } });
});

it('the widest previews are requested first, for the largest paint is one of them', async () => {
  const images = [
    imageOf(1, { height: 6000 }),
    imageOf(2),
    imageOf(3, { height: 1000 }),
    imageOf(4, { height: 2250 }),
    imageOf(5),
  ];
  await askFirstPreviews(answerOf({ code: 0, data: { images } }));
  const ids = asked.map((path) => /images\/(\d+)/u.exec(path)?.[1]);
  expect(ids).toEqual(['3', '4', '2', '5', '1']);
});

it('no previews are requested when the list is refused', async () => {
  await askFirstPreviews(answerOf({ code: 4010, message: 'no', request_id: 'x' }, 401));
  expect(asked).toEqual([]);
});
