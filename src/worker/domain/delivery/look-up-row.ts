import type { Visibility } from '../../db/schema/images.ts';
import { networkOf } from '../../lib/client-address.ts';
import type { VariantKind } from '../../../shared/variants.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { assetLink } from '../links/make-link.ts';
import type { Services } from '../services.ts';

type LookupServices = Pick<Services, 'clock' | 'negativeCache'>;

/** Then a request reads the row itself. */
const MOST_WAIT_MS = 1000;
const WAIT_STEP_MS = 20;

export interface Row {
  readonly uniqueLink: string;
  readonly alias: Visibility;
  readonly kind: VariantKind;
}

export interface RowQuery extends Row {
  readonly address: string;
}

export interface RowLookup {
  /** Counts a miss for the visitor's network; a failed read is none. */
  findOrCountMiss<Found extends Aliased>(finding: Promise<Found | null>): Promise<Found>;
}

interface Aliased {
  readonly visibility: Visibility;
  readonly pipelineVersion: number;
}

export const LOOK_UP_ROW_ERRORS = [
  'image_not_found',
  'too_many_misses',
] as const satisfies readonly ErrorName[];

/** Refuses known misses, and the visitor's network after too many. */
export function admitLookup(services: LookupServices, question: RowQuery): RowLookup {
  const { clock, negativeCache } = services;
  refuseKnownMiss(services, question);
  const network = networkOf(question.address);
  const retryAfterSeconds = negativeCache.secondsToWait(network, clock.now());
  const link = assetLink(question.uniqueLink, question.alias);
  if (retryAfterSeconds > 0) {
    negativeCache.cancelRead(link);
    throw new DomainError('too_many_misses', { retryAfterSeconds });
  }
  const start = negativeCache.startLookup(network, clock.now());
  const end = (isMiss: boolean) => negativeCache.endLookup(network, start, isMiss, clock.now());
  return {
    findOrCountMiss: async (finding) => {
      const image = await finding.catch((error: unknown) => {
        end(false);
        negativeCache.cancelRead(link);
        throw error;
      });
      const isFound = isUnderAlias(image, question.alias);
      end(!isFound);
      const { uniqueLink, kind } = question;
      negativeCache.noteAlias(link, image === null || isFound, start);
      if (isFound) return image;
      // An image under its other alias may soon be under this one.
      if (image === null) negativeCache.put(uniqueLink, kind, start);
      throw new DomainError('image_not_found');
    },
  };
}

function refuseKnownMiss(
  { clock, negativeCache }: LookupServices,
  { uniqueLink, kind }: Row,
): void {
  if (negativeCache.has(uniqueLink, kind, clock.now())) throw new DomainError('image_not_found');
}

/** Refuses a known miss, and a link that was just seen under its other alias. Waits while a request reads its row. */
export async function refuseFromMemory(services: LookupServices, row: Row): Promise<void> {
  const { clock, negativeCache } = services;
  const link = assetLink(row.uniqueLink, row.alias);
  const startedAt = clock.now();
  for (;;) {
    refuseKnownMiss(services, row);
    const plan = negativeCache.planRead(link, clock.now());
    if (plan === 'refuse') throw new DomainError('image_not_found');
    if (plan === 'read' || clock.now() - startedAt >= MOST_WAIT_MS) return;
    await clock.wait(WAIT_STEP_MS);
  }
}

export function isUnderAlias<Found extends Aliased>(
  image: Found | null,
  alias: Visibility,
): image is Found {
  if (image === null) return false;
  return alias === (image.pipelineVersion === 1 ? 'public' : image.visibility);
}
