/**
 * Derivatives of stored originals, with two ways to make them: here, in WASM, and by the platform's image service.
 *
 * - What fits into the memory of an isolate is made here. Of what does not, the service makes no more than a smaller PNG
 *   where the rest fits: then colours on transparency, quality and encoder are the same whoever decoded.
 * - The service streams from the bucket: an original is never in memory for it.
 * - The codecs wait for nothing of the service, and the service's results for each other: one of them at a time is in the
 *   memory of an isolate, until it has been finished here or taken away.
 * - A result has the type and the size that were asked for, or it is none.
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
import { dropJpegMetadata } from '../../../imaging/source/drop-jpeg-metadata.ts';
import { systemClock } from '../../../shared/clock.ts';
import { LeasedSemaphore } from '../../lib/leased-semaphore.ts';
import { BYTES_PER_PIXEL } from '../../../shared/pixels.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ConversionPlan, ImageService } from '../../storage/image-service.ts';
import type { Services } from '../services.ts';
import type { DerivativeFault, Original } from './original.ts';

type DeriveServices = Pick<Services, 'objects' | 'imageService'>;
type Use<Stored> = (made: Derivative) => Promise<Stored>;

type Bytes = Result<Uint8Array<ArrayBuffer>, DerivativeFault>;
/** Makes of an original what the service is to convert. */
type Prepare = (
  source: ReadableStream<Uint8Array>,
  service: ImageService,
) => Promise<Result<ReadableStream<Uint8Array>, DerivativeFault>>;

const UPRIGHT = 1;
/** The service's own time limits, and a codec job that is waited for: who takes longer runs beside the next. */
const SERVICE_LEASE_MS = 150_000;
const servicePlaces = new LeasedSemaphore({
  places: 1,
  leaseMs: SERVICE_LEASE_MS,
  clock: systemClock,
});
/** Whether an image has transparency, the service tells by the header of its smallest PNG. */
const PROBE = { mimeType: 'image/png', size: { width: 1, height: 1 } } as const;

/**
 * Makes a derivative of a stored original: here, in WASM, where it fits the memory of an isolate, otherwise with the
 * platform's image service where one is bound. 'too_large' when neither can.
 * @param use takes the result away; until it has, it counts against the memory of the isolate.
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
  const made = await servicePlaces.run(async () => {
    const finished = await finishHere(services, original, plan, use);
    if (finished.ok || finished.error !== 'too_large') return finished;
    return convertThere(services, original, plan, use);
  });
  if (made.ok || made.error !== 'undecodable') return made;
  return err((await hasUnreadCoding(services, original)) ? 'too_large' : 'undecodable');
}

/** Whether there could be room for the pixels, the file and the result: more than that the file alone tells. */
function mayFit({ mimeType, width, height, bytes }: Original, plan: DerivativePlan): boolean {
  // Decoders of all types but GIF hand out a copy of their pixels.
  const copies = mimeType === 'image/gif' ? 1 : 2;
  const decodedBytes = copies * width * height * BYTES_PER_PIXEL + bytes;
  return decodedBytes < CODEC_MEMORY_LIMIT_BYTES && mayFinishHere(plan);
}

/** Lets the service decode and shrink, and does the rest here. */
async function finishHere<Stored>(
  services: DeriveServices,
  original: Original,
  plan: DerivativePlan,
  use: Use<Stored>,
): Promise<Result<Stored, DerivativeFault>> {
  // A PNG would only be encoded twice.
  if (plan.mimeType === 'image/png' || !mayFinishHere(plan)) return err('too_large');
  const shrunk = await convert(services, original, { ...plan, mimeType: 'image/png' });
  return shrunk.ok ? deriveInIsolate(async () => shrunk.value, plan, use) : shrunk;
}

/** Lets the service do all of it. */
async function convertThere<Stored>(
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

/** Whether the headers are sound, and name a coding that neither reads: then nobody can say that it is damaged. */
async function hasUnreadCoding(
  { objects }: Pick<DeriveServices, 'objects'>,
  { objectKey }: Original,
): Promise<boolean> {
  const header = await inspectInIsolate(() => objects.read(objectKey));
  return header.ok && header.value.decodingBytes === Infinity;
}

/** Whether there could be room for a PNG of the result's size, as small as it may be, and for the result. */
function mayFinishHere(plan: DerivativePlan): boolean {
  const { size } = plan;
  const shrunk: ImageHeader = {
    mimeType: 'image/png',
    size,
    storedSize: size,
    orientation: UPRIGHT,
    animated: false,
    hasAlpha: true,
    decodingBytes: 2 * size.width * size.height * BYTES_PER_PIXEL,
  };
  return fitsIsolate(shrunk, 0, plan);
}

/** White shows through what has no transparency any more: not each version of the service sees to that by itself. */
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

/** What the service makes, if it is what was asked for. */
async function convert(
  { objects, imageService }: DeriveServices,
  { objectKey }: Original,
  plan: ConversionPlan,
  prepare: Prepare = async (source) => ok(source),
): Promise<Bytes> {
  if (imageService === null) return err('too_large');
  const object = await objects.open(objectKey);
  if (object === null) return err('source_missing');
  const prepared = await prepare(object.body, imageService);
  if (!prepared.ok) return prepared;
  const bytes = await imageService.convert(prepared.value, plan);
  if (!bytes.ok) return bytes;
  const inspected = await inspectImage(bytes.value);
  if (!inspected.ok || !isAsPlanned(inspected.value, plan)) return err('too_large');
  // The service leaves the name of the copyright's owner in a JPEG.
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
