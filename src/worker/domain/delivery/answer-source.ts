import { selectAnswer } from '../../lib/http-selection.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import type { Services } from '../services.ts';
import type { Admitted } from './admit-image.ts';
import { chargeDownload } from './charge-download.ts';
import type { ImageSource } from './image-source.ts';
import type { OpenedImage, ViewRequest } from './read-object.ts';

type AnswerServices = Pick<Services, 'clock' | 'config' | 'db' | 'publicCache'>;

export interface OpenSource {
  readonly admitted: Admitted;
  readonly source: ImageSource;
  /** Milliseconds: before the row's read. */
  readonly startedAt: number;
  /** Null when no cache may keep the answer. */
  readonly lookup: CacheLookup | null;
}

/** A source that took longer than caches trust an epoch is sent only if `admitAgain` still admits the request. */
export async function answerSource(
  services: AnswerServices,
  request: ViewRequest,
  { admitted, source, startedAt, lookup }: OpenSource,
  admitAgain: () => Promise<Admitted>,
): Promise<OpenedImage> {
  const { clock, publicCache } = services;
  const isLate = clock.now() - startedAt > publicCache.epochMaxAgeMs;
  const judged = isLate ? await orDiscard(source, admitAgain) : admitted;
  const { record } = source;
  const selection = selectAnswer(request.method, request.headers, record, clock.now());
  if (lookup !== null && judged.image.visibility === 'public') {
    const body = await source.send(request, selection, lookup);
    return { record, selection, body, secondsLeft: publicCache.secondsLeft(record, clock.now()) };
  }
  const body = await source.send(request, selection, null);
  if (body instanceof ReadableStream) {
    const bytes = selection.status === 206 ? selection.length : record.size;
    await chargeDownload(services, judged, body, bytes);
  }
  return { record, selection, body, secondsLeft: null };
}

async function orDiscard(
  source: ImageSource,
  admitAgain: () => Promise<Admitted>,
): Promise<Admitted> {
  try {
    return await admitAgain();
  } catch (error) {
    await source.discard();
    throw error;
  }
}
