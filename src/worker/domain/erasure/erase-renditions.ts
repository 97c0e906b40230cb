import type { Statement } from '../../db/statement.ts';
import type { Config } from '../../config.ts';
import type { ImageRow } from '../../db/schema/images.ts';
import { assetLink } from '../links/make-link.ts';
import { recordEvent } from '../outbox/events.ts';
import { latestKeepAt } from './late-writers.ts';

/** Erases kept renditions of images as they were, now and once none under way can be kept any more. */
export function eraseRenditions(
  images: readonly Pick<ImageRow, 'uniqueLink' | 'visibility'>[],
  now: number,
  config: Pick<Config, 'DYNAMIC_TIMEOUT_MS'>,
): Statement<unknown>[] {
  if (images.length === 0) return [];
  const payload = {
    keys: [],
    renditions: images.map(({ uniqueLink, visibility }) => assetLink(uniqueLink, visibility)),
  };
  return [now, latestKeepAt(now, config)].map((moment) =>
    recordEvent('erase', payload, now, moment),
  );
}
