import { ImageError } from '../../../imaging/image-error.ts';
import { MetadataScanner } from '../../../imaging/source/metadata-scanner.ts';
import { inspectSource } from '../../../imaging/source/inspect-source.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import { SNIFF_BYTES, sniffImageType, type ImageType } from '../../../imaging/sniff.ts';
import type { Size } from '../../../shared/pixels.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import { StallError, StallWatch } from '../../../shared/stall-watch.ts';
import { SpooledPut, type Spooled } from '../../storage/spooled-put.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { PIXEL_FAULT_ERRORS, pixelFault } from '../uploads/manifest.ts';

type StoreServices = Pick<Services, 'objects' | 'config' | 'clock'>;
type Limits = Pick<Services['config'], 'UPLOAD_MAX_PIXELS'>;

export interface StoreLimits {
  readonly key: string;
  readonly maxBytes: number;
  /** Deadline; milliseconds since the epoch. */
  readonly storeBy: number;
}

/** A stored file. Width and height are upright. */
export interface StoredOriginal extends Size, Spooled {
  readonly mimeType: ImageType;
}

export const STORE_ORIGINAL_ERRORS = [
  'unsupported_type',
  'body_too_large',
  ...PIXEL_FAULT_ERRORS,
  // The bucket is too slow.
  'upload_interrupted',
] as const satisfies readonly ErrorName[];

/**
 * Stores a file as it arrives: `receive` gets a function that takes its bytes in order. The first bytes decide the
 * type; the headers decide the size, before an object exists if nothing later can change them. The caller erases the
 * object of a failed upload.
 */
export async function storeOriginal<Form>(
  services: StoreServices,
  { key, maxBytes, storeBy }: StoreLimits,
  receive: (take: (bytes: Uint8Array) => Promise<void>) => Promise<Form>,
): Promise<{ readonly form: Form; readonly original: StoredOriginal }> {
  const put = new SpooledPut(services.objects, key, maxBytes);
  const intake = new Intake(put, maxBytes, services.config);
  try {
    const form = await receive((bytes) => intake.take(bytes));
    const leftMs = storeBy - services.clock.now();
    return { form, original: await finishWithin(leftMs, () => intake.finish()) };
  } catch (error) {
    await put.abort();
    throw error;
  }
}

/** An object that is stored after the last sweep would stay forever. */
async function finishWithin<Value>(leftMs: number, finish: () => Promise<Value>): Promise<Value> {
  const watch = new StallWatch(leftMs, leftMs);
  try {
    if (leftMs <= 0) throw new StallError();
    return await watch.wait(finish());
  } catch (error) {
    if (!(error instanceof StallError)) throw error;
    const message = 'The file could not be stored in time';
    throw new DomainError('upload_interrupted', { message, cause: error });
  } finally {
    watch.stop();
  }
}

class Intake {
  readonly #put: SpooledPut;
  readonly #maxBytes: number;
  readonly #limits: Limits;
  #mimeType: ImageType | null = null;
  #scanner: MetadataScanner | null = null;
  #size: Size | null = null;

  constructor(put: SpooledPut, maxBytes: number, limits: Limits) {
    this.#put = put;
    this.#maxBytes = maxBytes;
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
    if (scanner.isDone) await this.#look(mimeType, scanner.finish());
    await this.#put.send(mimeType);
  }

  async finish(): Promise<StoredOriginal> {
    const mimeType = this.#sniff();
    const { width, height } = await this.#look(mimeType, this.#scan(mimeType).finish());
    return { ...(await this.#put.finish(mimeType)), mimeType, width, height };
  }

  /** Sent bytes are no longer in memory; no other part of a file, even a short one, is copied or inflated. */
  #scan(mimeType: ImageType): MetadataScanner {
    this.#scanner ??= new MetadataScanner(mimeType);
    this.#scanner.push(this.#put.held);
    return this.#scanner;
  }

  async #look(mimeType: ImageType, headers: Uint8Array): Promise<Size> {
    this.#size ??= this.#judge(await inspect(mimeType, headers));
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

  /** The decoded size counts, even if an aperture shows less of it. */
  #judge(info: SourceInfo): Size {
    const fault = pixelFault(info, 'file', this.#limits);
    if (fault !== null) throw new DomainError(fault.error, { message: fault.message });
    const shown = info.aperture ?? info;
    return orientedSize(shown.width, shown.height, info.orientation);
  }
}

async function inspect(mimeType: ImageType, file: Uint8Array): Promise<SourceInfo> {
  try {
    return await inspectSource(mimeType, file);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new DomainError('unsupported_type', { message: error.message, cause: error });
  }
}
