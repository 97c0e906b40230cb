import { READINESS_KEY } from '../../storage/keys.ts';
import type { Services } from '../services.ts';

/** Fails when the bucket does not answer, also on a site without visitors. No such object exists. */
export async function probeBucket({ objects }: Pick<Services, 'objects'>): Promise<void> {
  await objects.head(READINESS_KEY);
}
