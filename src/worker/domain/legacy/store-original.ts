import { ImageError } from '../../../imaging/image-error.ts';
import { MetadataScanner } from '../../imaging/scan/metadata-scanner.ts';
import { checkReadable } from '../../../imaging/source/check-readable.ts';
import { inspectSource } from '../../../imaging/source/inspect-source.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import { readTakenFacts } from '../../../imaging/source/read-taken.ts';
import { SNIFF_BYTES, sniffImageType, type ImageType } from '../../../imaging/sniff.ts';
import type { Size } from '../../../shared/pixels.ts';
import type { TakenFacts } from '../../../shared/taken-facts.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import { StallError, waitWithin } from '../../../shared/stall-watch.ts';
import { SpooledPut, type Spooled } from '../../storage/spooled-put.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { PIXEL_FAULT_ERRORS, pixelFault } from '../uploads/manifest.ts';

type StoreServices = Pick<Services, 'objects' | 'config' | 'clock'>;
type Limits = Pick<Services['config'], 'UPLOAD_MAX_PIXELS'>;

export interface StoreLimits {
  readonly key: string;
  readonly maxBytes: number;
  /** Deadline in milliseconds since the epoch. */
  readonly storeBy: number;
  /** Whether the facts may hold the place. */
  readonly withLocation: boolean;
}

/** Size of the upright image. */
export interface StoredOriginal extends Size, Spooled {
  readonly mimeType: ImageType;
  readonly taken: TakenFacts;
}

export const STORE_ORIGINAL_ERRORS = [
  'unsupported_type',
  'body_too_large',
  ...PIXEL_FAULT_ERRORS,
  // The bucket is too slow.
  'upload_interrupted',
] as const satisfies readonly ErrorName[];

/**
 * `receive` passes bytes in order to `take`. Checks the type by the first bytes, and the image's size and coding as soon
 * as the headers are final, at the latest before the object exists. After a failure the caller erases the key.
 */
export async function storeOriginal<Form>(
  services: StoreServices,
  { key, maxBytes, storeBy, withLocation }: StoreLimits,
  receive: (take: (bytes: Uint8Array) => Promise<void>) => Promise<Form>,
): Promise<{ readonly form: Form; readonly original: StoredOriginal }> {
  const { clock, config, objects } = services;
  const put = new SpooledPut(objects, key, { maxBytes, slowMs: config.UPLOAD_PART_SLOW_MS });
  const intake = new Intake(put, { maxBytes, withLocation }, config);
  try {
    const form = await receive((bytes) => intake.take(bytes));
    // A put that completes after its cleanup would leave an object for ever.
    const leftMs = storeBy - clock.now();
    if (leftMs <= 0) throw new StallError();
    return { form, original: await waitWithin(leftMs, intake.finish()) };
  } catch (error) {
    await put.abort();
    if (!(error instanceof StallError)) throw error;
    const message = 'The file could not be stored in time';
    throw new DomainError('upload_interrupted', { message, cause: error });
  }
}

class Intake {
  readonly #put: SpooledPut;
  readonly #maxBytes: number;
  readonly #withLocation: boolean;
  readonly #limits: Limits;
  #mimeType: ImageType | null = null;
  #scanner: MetadataScanner | null = null;
  #size: Size | null = null;
  #taken: TakenFacts = {};

  constructor(
    put: SpooledPut,
    { maxBytes, withLocation }: Pick<StoreLimits, 'maxBytes' | 'withLocation'>,
    limits: Limits,
  ) {
    this.#put = put;
    this.#maxBytes = maxBytes;
    this.#withLocation = withLocation;
    this.#limits = limits;
  }

  async take(bytes: Uint8Array): Promise<void> {
    if (this.#put.size + bytes.byteLength > this.#maxBytes) throw new DomainError('body_too_large');
    for (let rest = bytes; rest.byteLength > 0;) {
      if (this.#put.isFull) await this.#makeRoom();
      rest = rest.subarray(this.#put.append(rest));
    }
    if (this.#put.size >= SNIFF_BYTES) this.#sniff();
  }

  async #makeRoom(): Promise<void> {
    const mimeType = this.#sniff();
    const scanner = this.#scan(mimeType);
    if (scanner.isDone) await this.#readSize(mimeType, scanner);
    await this.#put.send(mimeType);
  }

  async finish(): Promise<StoredOriginal> {
    const mimeType = this.#sniff();
    const { width, height } = await this.#readSize(mimeType, this.#scan(mimeType));
    const taken = this.#taken;
    return { ...(await this.#put.finish(mimeType)), mimeType, width, height, taken };
  }

  /** Runs before each send, which frees the memory. It also bounds what is copied or inflated. */
  #scan(mimeType: ImageType): MetadataScanner {
    this.#scanner ??= new MetadataScanner(mimeType);
    this.#scanner.push(this.#put.held);
    return this.#scanner;
  }

  async #readSize(mimeType: ImageType, scanner: MetadataScanner): Promise<Size> {
    if (this.#size === null) {
      this.#size = this.#checkSize(await inspect(mimeType, scanner.finish()));
      const exif = scanner.findExif();
      if (exif !== null) this.#taken = readTakenFacts(exif, { withLocation: this.#withLocation });
    }
    return this.#size;
  }

  #sniff(): ImageType {
    this.#mimeType ??= sniffImageType(this.#put.held.subarray(0, SNIFF_BYTES));
    if (this.#mimeType === null) {
      const message = 'The file is not a JPEG, PNG, WebP, AVIF or GIF';
      throw new DomainError('unsupported_type', { message });
    }
    return this.#mimeType;
  }

  /** Limits apply to the decoded size, even when an aperture shows less. */
  #checkSize(info: SourceInfo): Size {
    const fault = pixelFault(info, 'file', this.#limits);
    if (fault !== null) throw new DomainError(fault.error, { message: fault.message });
    const shown = info.aperture ?? info;
    return orientedSize(shown.width, shown.height, info.orientation);
  }
}

async function inspect(mimeType: ImageType, headers: Uint8Array): Promise<SourceInfo> {
  try {
    const info = await inspectSource(mimeType, headers);
    // The obstacle of a GIF depends on the length of its data, which the headers lack.
    if (mimeType !== 'image/gif') checkReadable(info);
    return info;
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new DomainError('unsupported_type', { message: error.message, cause: error });
  }
}
