/**
 * Derivatives of stored originals, with two ways to make them: here, in WASM, and by the platform's image service.
 *
 * - What fits into the memory of an isolate is made here. Of what does not, the service makes no more than a smaller PNG
 *   where the rest fits: then colours on transparency, quality and encoder are the same whoever decoded.
 * - The service streams from the bucket: an original is never in memory for it.
 * - A result has the type and the size that were asked for, or it is none.
 */

import type { Derivative, DerivativePlan, DeriveFault } from '../../codecs/derive/derivative.ts';
import { deriveHere } from '../../codecs/derive/derive-here.ts';
import { ImageError } from '../../codecs/image-error.ts';
import type { ImageType } from '../../codecs/sniff.ts';
import { inspectSource } from '../../codecs/source/inspect-source.ts';
import type { Size } from '../../lib/pixels.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { ConversionPlan } from '../../storage/image-service.ts';
import type { Services } from '../services.ts';

/** The stored file that derivatives are made of; its size is that of the upright picture. */
export interface Original extends Size {
  readonly objectKey: string;
  readonly mimeType: ImageType;
  /** Of the file. */
  readonly bytes: number;
}

export type DerivativeFault = DeriveFault | 'source_missing';

type DeriveServices = Pick<Services, 'objects' | 'imageService'>;
type Use<Stored> = (made: Derivative) => Promise<Stored>;

/** Where the header of a PNG has its colour type, and the types without transparency (PNG, 11.2.1). */
const PNG_COLOR_TYPE_AT = 25;
const OPAQUE_COLOR_TYPES: ReadonlySet<unknown> = new Set([0, 2]);

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
  const whole = await deriveHere(() => services.objects.read(original.objectKey), plan, use);
  if (whole.ok || whole.error !== 'too_large') return whole;
  const finished = await finishHere(services, original, plan, use);
  if (finished.ok || finished.error !== 'too_large') return finished;
  return convertThere(services, original, plan, use);
}

/** Lets the service decode and shrink, and does the rest here. */
async function finishHere<Stored>(
  services: DeriveServices,
  original: Original,
  plan: DerivativePlan,
  use: Use<Stored>,
): Promise<Result<Stored, DerivativeFault>> {
  // It would only be encoded twice.
  if (plan.mimeType === 'image/png') return err('too_large');
  let fault: DerivativeFault | null = null;
  const readShrunk = async (): Promise<Uint8Array | null> => {
    const shrunk = await convert(services, original, { ...plan, mimeType: 'image/png' });
    if (shrunk.ok) return shrunk.value;
    fault = shrunk.error;
    return null;
  };
  const derived = await deriveHere(readShrunk, plan, use);
  return fault === null ? derived : err(fault);
}

/** Lets the service do all of it. */
async function convertThere<Stored>(
  services: DeriveServices,
  original: Original,
  { mimeType, size, quality }: DerivativePlan,
  use: Use<Stored>,
): Promise<Result<Stored, DerivativeFault>> {
  if (mimeType === 'image/gif') return err('too_large');
  if (mimeType === 'image/jpeg') {
    const opaque = await isOpaque(services, original);
    if (!opaque.ok) return opaque;
    if (!opaque.value) return err('too_large');
  }
  const bytes = await convert(services, original, { mimeType, size, quality });
  return bytes.ok ? ok(await use({ ...size, mimeType, bytes: bytes.value })) : bytes;
}

/** Whether the service finds no transparency: not each of its versions draws it on white. */
async function isOpaque(
  services: DeriveServices,
  original: Original,
): Promise<Result<boolean, DerivativeFault>> {
  if (original.mimeType === 'image/jpeg') return ok(true);
  const size = { width: 1, height: 1 };
  const probe = await convert(services, original, { mimeType: 'image/png', size, quality: 100 });
  return probe.ok ? ok(OPAQUE_COLOR_TYPES.has(probe.value[PNG_COLOR_TYPE_AT])) : probe;
}

async function convert(
  { objects, imageService }: DeriveServices,
  { objectKey }: Original,
  plan: ConversionPlan,
): Promise<Result<Uint8Array<ArrayBuffer>, DerivativeFault>> {
  if (imageService === null) return err('too_large');
  const object = await objects.open(objectKey);
  if (object === null) return err('source_missing');
  const bytes = await imageService.convert(object.body, plan);
  if (!bytes.ok || (await hasSize(bytes.value, plan))) return bytes;
  return err('too_large');
}

async function hasSize(
  bytes: Uint8Array,
  { mimeType, size: { width, height } }: ConversionPlan,
): Promise<boolean> {
  try {
    const info = await inspectSource(mimeType, bytes);
    return info.orientation === 1 && info.width === width && info.height === height;
  } catch (error) {
    if (error instanceof ImageError) return false;
    throw error;
  }
}
