import type { Page, Route } from 'playwright-core';

/** A WebP of one pixel. */
export const PIXEL = Buffer.from(
  'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  'base64',
);

/** The URLs of an image's previews. */
export const PREVIEWS = '**/api/v1/images/*/preview?*';

interface Me {
  readonly data: { readonly id: number };
}

export interface FakeLibrary {
  readonly count: number;
  /** The cursors of the requested pages. */
  readonly asked: string[];
  /** The months in which reading began. */
  readonly months: string[];
}

/** Fakes a library of `count` public images; the newest has the highest id. */
export const fakeLibrary = async (page: Page, count: number): Promise<FakeLibrary> => {
  const asked: string[] = [];
  const months: string[] = [];
  await page.route('**/api/v1/images/?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.get('cursor') ?? '');
    const from = searchParams.get('from') ?? '';
    if (from !== '') months.push(from);
    await answer(route, answerLibrary(count, searchParams));
  });
  await page.route('**/api/v1/images/timeline?*', (route) => answer(route, answerTimeline(count)));
  const me = (await (await page.request.get('/api/v1/auth/me')).json()) as Me;
  await page.route(/\/api\/v1\/images\/\d+$/u, (route) => {
    const image = toImage(Number(route.request().url().split('/').at(-1)));
    return answer(route, { ...image, user_id: me.data.id });
  });
  await page.route(PREVIEWS, (route) => route.fulfill({ body: PIXEL, contentType: 'image/webp' }));
  return { count, asked, months };
};

/** A page of the list of `count` images. */
export const answerLibrary = (count: number, searchParams: URLSearchParams) => {
  const month = searchParams.get('from') ?? '';
  const begin = month === '' ? 0 : Math.max(0, count - lastIdOf(month));
  const from = begin + Number(searchParams.get('cursor'));
  const rows = Math.max(0, Math.min(Number(searchParams.get('limit') ?? 20), count - from));
  const next = from + rows;
  return {
    images: Array.from({ length: rows }, (_, row) => toImage(count - from - row)),
    next_cursor: next < count ? String(next) : '',
    has_more: next < count,
  };
};

/** The months of `count` images, the newest first. */
export const answerTimeline = (count: number) => {
  const months: { month: string; count: number }[] = [];
  for (let id = count; id > 0;) {
    const month = dateOf(id).slice(0, 7);
    const before = lastIdOf(month, 0);
    months.push({ month, count: id - Math.max(0, before) });
    id = before;
  }
  return { months };
};

const FIRST_MS = Date.UTC(2016, 11, 1);
/** So that 100,000 images are of ten years. */
const STEP_MS = (3652 * 86_400_000) / 100_000;

const dateOf = (id: number): string => new Date(FIRST_MS + id * STEP_MS).toISOString();

/** The id of a month's last image, or of the last one `ahead` months later. */
const lastIdOf = (month: string, ahead = 1): number => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Math.ceil((Date.UTC(year, number - 1 + ahead) - FIRST_MS) / STEP_MS) - 1;
};

/** Answers a call with success, or with a refusal. */
export const answer = (route: Route, data: unknown): Promise<void> =>
  route.fulfill({ json: { code: 0, message: 'ok', data } });

export const refuse = (
  route: Route,
  status: number,
  code: number,
  headers: Record<string, string> = {},
): Promise<void> =>
  route.fulfill({ status, headers, json: { code, message: 'no', request_id: 'x' } });

/** A public image as the API returns it. */
export const toImage = (id: number) => {
  const link = `fake${String(id).padStart(8, '0')}`;
  return {
    id,
    user_id: 1,
    image_file_id: id,
    unique_link: link,
    title: `Picture ${id}`,
    filename: `${id}.jpg`,
    description: '',
    visibility: 'public',
    pipeline_version: 2,
    processing_status: 'completed',
    asset_link: link,
    view_count: 0,
    width: 4000,
    height: 3000,
    file_size: 1_000_000,
    created_at: dateOf(id),
    updated_at: dateOf(id),
    taken_at: null,
    camera: null,
    location: null,
  };
};
