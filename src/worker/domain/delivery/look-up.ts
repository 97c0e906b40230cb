import type { Visibility } from '../../db/schema/images.ts';
import { networkOf } from '../../lib/client-address.ts';
import type { VariantKind } from '../../../shared/variants.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';

type LookServices = Pick<Services, 'clock' | 'negativeCache'>;

/** What is looked for, and for whom. */
export interface LinkView {
  readonly uniqueLink: string;
  readonly alias: Visibility;
  readonly kind: VariantKind;
  /** The visitor's IP address. */
  readonly address: string;
}

/** A look at the database for the image under a link. */
export interface Look {
  /**
   * Ends the look with what the primary has, and returns it if it is what the link names. A look that fails is no miss.
   * @throws {DomainError} image_not_found.
   */
  settle<Found extends Aliased>(finding: Promise<Found | null>): Promise<Found>;
}

interface Aliased {
  readonly visibility: Visibility;
  readonly pipelineVersion: number;
}

/**
 * Begins a look at the database for a link, unless it is known to lead nowhere or its visitor has missed too often.
 * @throws {DomainError} image_not_found, too_many_misses.
 */
export function startLook(services: LookServices, view: LinkView): Look {
  const { clock, negativeCache } = services;
  refuseKnownMiss(services, view);
  const network = networkOf(view.address);
  const retryAfterSeconds = negativeCache.secondsToWait(network, clock.now());
  if (retryAfterSeconds > 0) throw new DomainError('too_many_misses', { retryAfterSeconds });
  const start = negativeCache.startLook(network, clock.now());
  const end = (isMiss: boolean) => negativeCache.endLook(network, start, isMiss, clock.now());
  return {
    settle: async (finding) => {
      const image = await finding.catch((error: unknown) => {
        end(false);
        throw error;
      });
      const isFound = isUnderAlias(image, view.alias);
      end(!isFound);
      if (isFound) return image;
      // An image under its other alias is not unknown: it may be under this one in a moment.
      if (image === null) negativeCache.put(view.uniqueLink, view.kind, start);
      throw new DomainError('image_not_found');
    },
  };
}

/** @throws {DomainError} image_not_found for a link that led nowhere a moment ago. */
export function refuseKnownMiss(
  { clock, negativeCache }: LookServices,
  { uniqueLink, kind }: Pick<LinkView, 'uniqueLink' | 'kind'>,
): void {
  if (negativeCache.has(uniqueLink, kind, clock.now())) throw new DomainError('image_not_found');
}

/** Whether this alias is the one of the image at present. That of a pipeline-1 image never changes. */
export function isUnderAlias<Found extends Aliased>(
  image: Found | null,
  alias: Visibility,
): image is Found {
  if (image === null) return false;
  return alias === (image.pipelineVersion === 1 ? 'public' : image.visibility);
}
