/**
 * Derivatives of stored originals, made in WASM or by the platform's image service.
 *
 * - The service is for images beyond an isolate's memory. It shrinks to PNG: its encoder and colours do not matter.
 * - The service streams from the bucket: the original is never in memory, except for an AVIF. One result at a time is.
 * - A result that differs from the plan in type or size is discarded.
 */

import type { Derivative, DerivativePlan } from '../../imaging/derive/derivative.ts';
import {
  deriveInIsolate,
  fitsIsolate,
  inspectInIsolate,
} from '../../imaging/derive/derive-in-isolate.ts';
import { inspectImage, type ImageHeader } from '../../imaging/derive/inspect-image.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../imaging/memory-budget.ts';
import { flattenPng } from '../../imaging/flatten-png.ts';
import { dropJpegMetadata } from '../../imaging/drop-jpeg-metadata.ts';
import { systemClock } from '../../../shared/clock.ts';
import { LeasedSemaphore } from '../../lib/leased-semaphore.ts';
import { BYTES_PER_PIXEL } from '../../../shared/pixels.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import type { ConversionPlan, ImageService } from '../../storage/image-service.ts';
import type { Services } from '../services.ts';
import { isImageLeftOut, openAsShown } from './open-as-shown.ts';
import type { DerivativeFault, Original } from './original.ts';

type DeriveServices = Pick<Services, 'objects' | 'imageService'>;
type Use<Stored> = (made: Derivative) => Promise<Stored>;

type Bytes = Result<Uint8Array<ArrayBuffer>, DerivativeFault>;
type Prepare = (
  source: ReadableStream<Uint8Array>,
  service: ImageService,
) => Promise<Result<ReadableStream<Uint8Array>, DerivativeFault>>;

const UPRIGHT = 1;
/** The service's own time limits and the wait for a codec job; a slower run overlaps the next. */
const SERVICE_LEASE_MS = 150_000;
const servicePlaces = new LeasedSemaphore({
  places: 1,
  leaseMs: SERVICE_LEASE_MS,
  clock: systemClock,
});
const PROBE = { mimeType: 'image/png', size: { width: 1, height: 1 } } as const;

/**
 * 'too_large' when neither can. The result counts against the isolate's memory until `use` settles.
 * @throws {Error} when the bucket or the service fails, which says nothing about the image.
 */
export async function makeDerivative<Stored>(
  services: DeriveServices,
  original: Original,
  plan: DerivativePlan,
  use: Use<Stored>,
): Promise<Result<Stored, DerivativeFault>> {
  if (mayFit(original, plan)) {
    const whole = await deriveInIsolate(() => services.objects.read(original.objectKey), plan, use);
    if (whole.ok || whole.error !== 'too_large') return whole;
  }
  if (services.imageService === null) return err('too_large');
  const made = await servicePlaces.run(async (): Promise<Result<Stored, DerivativeFault>> => {
    if (await isImageLeftOut(services.objects, original)) return err('too_large');
    const finished = await finishInIsolate(services, original, plan, use);
    if (finished.ok || finished.error !== 'too_large') return finished;
    return convertByService(services, original, plan, use);
  });
  if (made.ok || made.error !== 'undecodable') return made;
  return err((await hasUnknownCoding(services, original)) ? 'too_large' : 'undecodable');
}

/** Copies of the decoded pixels. Others may be read in rows, which the file has to tell. */
const COPIES: Partial<Record<ImageType, number>> = {
  'image/gif': 1,
  'image/avif': 2,
};
const MAX_PIXELS_IN_ROWS = 50_000_000;

/** Estimates from the row, without reading the file. */
function mayFit({ mimeType, width, height, bytes }: Original, plan: DerivativePlan): boolean {
  const copies = COPIES[mimeType];
  const pixels = width * height;
  const isFit =
    copies === undefined
      ? pixels <= MAX_PIXELS_IN_ROWS
      : copies * pixels * BYTES_PER_PIXEL + bytes < CODEC_MEMORY_LIMIT_BYTES;
  return isFit && mayFinishInIsolate(plan);
}

async function finishInIsolate<Stored>(
  services: DeriveServices,
  original: Original,
  plan: DerivativePlan,
  use: Use<Stored>,
): Promise<Result<Stored, DerivativeFault>> {
  // The isolate would encode the PNG a second time.
  if (plan.mimeType === 'image/png' || !mayFinishInIsolate(plan)) return err('too_large');
  const shrunk = await convert(services, original, { ...plan, mimeType: 'image/png' });
  return shrunk.ok ? deriveInIsolate(async () => shrunk.value, plan, use) : shrunk;
}

async function convertByService<Stored>(
  services: DeriveServices,
  original: Original,
  { mimeType, size, quality }: DerivativePlan,
  use: Use<Stored>,
): Promise<Result<Stored, DerivativeFault>> {
  if (mimeType === 'image/gif') return err('too_large');
  const plan = { mimeType, size, quality };
  const bytes = await (mimeType === 'image/jpeg' && original.mimeType !== 'image/jpeg'
    ? convertOnWhite(services, original, plan)
    : convert(services, original, plan));
  return bytes.ok ? ok(await use({ ...size, mimeType, bytes: bytes.value })) : bytes;
}

/** Sound headers with a coding that no decoder supports: not a sign of damage. */
async function hasUnknownCoding(
  { objects }: Pick<DeriveServices, 'objects'>,
  { objectKey }: Original,
): Promise<boolean> {
  const header = await inspectInIsolate(() => objects.read(objectKey));
  return header.ok && header.value.decodingBytes === Infinity;
}

function mayFinishInIsolate(plan: DerivativePlan): boolean {
  const { size } = plan;
  const shrunk: ImageHeader = {
    mimeType: 'image/png',
    size,
    storedSize: size,
    orientation: UPRIGHT,
    animated: false,
    hasAlpha: true,
    isReduced: false,
    decodingBytes: 2 * size.width * size.height * BYTES_PER_PIXEL,
  };
  return fitsIsolate(shrunk, 0, plan);
}

/** Flattens onto white here, because not every version of the service does. */
async function convertOnWhite(
  services: DeriveServices,
  original: Original,
  plan: ConversionPlan,
): Promise<Bytes> {
  const probe = await convert(services, original, { ...plan, ...PROBE });
  if (!probe.ok) return probe;
  const inspected = await inspectImage(probe.value);
  if (inspected.ok && !inspected.value.hasAlpha) return convert(services, original, plan);
  return convert(services, original, plan, async (source, imageService) => {
    const png = await imageService.open(source, { ...plan, mimeType: 'image/png' });
    if (!png.ok) return png;
    const flat = await flattenPng(png.value);
    return flat === null ? err('too_large') : ok(flat);
  });
}

async function convert(
  { objects, imageService }: DeriveServices,
  original: Original,
  plan: ConversionPlan,
  prepare: Prepare = async (source) => ok(source),
): Promise<Bytes> {
  if (imageService === null) return err('too_large');
  const source = await openAsShown(objects, original);
  if (!source.ok) return source;
  const prepared = await prepare(source.value, imageService);
  if (!prepared.ok) return prepared;
  const bytes = await imageService.convert(prepared.value, plan);
  if (!bytes.ok) return bytes;
  const inspected = await inspectImage(bytes.value);
  if (!inspected.ok || !isAsPlanned(inspected.value, plan)) return err('too_large');
  // The service keeps the copyright tag in a JPEG.
  return plan.mimeType === 'image/jpeg' ? ok(dropJpegMetadata(bytes.value)) : bytes;
}

function isAsPlanned({ mimeType, size, orientation }: ImageHeader, plan: ConversionPlan): boolean {
  return (
    mimeType === plan.mimeType &&
    size.width === plan.size.width &&
    size.height === plan.size.height &&
    orientation === UPRIGHT
  );
}
