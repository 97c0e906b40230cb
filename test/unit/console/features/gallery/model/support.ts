import { setImmediate } from 'node:timers/promises';
import { SparseList } from '../../../../../../src/console/features/gallery/model/sparse-list.ts';
import type { Image } from '../../../../../../src/console/api/types.ts';
import type { Scheduler } from '../../../../../../src/client/scheduler.ts';

/** An image as the API lists it. */
export const image = (id: number, fields: Partial<Image> = {}): Image => ({
  id,
  user_id: 1,
  image_file_id: id,
  unique_link: `link${id}`,
  title: `Picture ${id}`,
  filename: `${id}.jpg`,
  description: '',
  alt_text: '',
  visibility: 'public',
  pipeline_version: 2,
  processing_status: 'completed',
  asset_link: `link${id}`,
  view_count: 0,
  width: 10,
  height: 10,
  file_size: 100,
  thumb_hash: null,
  taken_at: null,
  camera: null,
  location: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...fields,
});

export const images = (...ids: number[]): Image[] => ids.map((id) => image(id));

/** A list of which all images are loaded. */
export const listOf = (...ids: number[]): SparseList<Image> =>
  new SparseList([{ images: images(...ids), shownCount: ids.length }]);

/** A clock that advances only by sleeps. */
export const fakeScheduler = (): Scheduler & { slept: number[] } => {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
      await Promise.resolve();
    },
    random: () => 0.5,
  };
};

/** Lets answers arrive and be read. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
};
