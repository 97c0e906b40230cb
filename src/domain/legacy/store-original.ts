import { ImageError } from '../../codecs/image-error.ts';
import { inspectSource } from '../../codecs/source/inspect-source.ts';
import type { SourceInfo } from '../../codecs/source/source-info.ts';
import { SNIFF_BYTES, sniffImageType, type ImageType } from '../../codecs/sniff.ts';
import type { Size } from '../../lib/pixels.ts';
import { orientedSize } from '../../lib/recipe-geometry.ts';
import { SpooledPut, type Spooled } from '../../storage/spooled-put.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { sizeFault } from '../uploads/manifest.ts';

type StoreServices = Pick<Services, 'objects' | 'config' | 'originalPlace'>;
type Limits = Pick<Services['config'], 'UPLOAD_MAX_PIXELS'>;

/** A file that is stored, and what its headers say. Its size is that of the upright picture. */
export interface StoredOriginal extends Size, Spooled {
  readonly mimeType: ImageType;
}

/** In a JPEG, whatever says how it is to be shown comes before the picture. */
const HEADERS_FIRST: ImageType = 'image/jpeg';

/**
 * Stores a file as it arrives: `receive` is given what takes its bytes in order. The type is judged by the first of
 * them; the picture's size by its headers, before anything is stored where the spool holds the whole file, or a JPEG's
 * headers. What is in the bucket when this fails is the caller's to erase.
 * @param maxBytes how long the file may be at most.
 * @throws {DomainError} unsupported_type, body_too_large, image_too_large, and what `receive` throws.
 */
export async function storeOriginal<Form>(
  services: StoreServices,
  { key, maxBytes }: { readonly key: string; readonly maxBytes: number },
  receive: (take: (bytes: Uint8Array) => Promise<void>) => Promise<Form>,
): Promise<{ readonly form: Form; readonly original: StoredOriginal }> {
  const put = new SpooledPut(services.objects, key, maxBytes);
  const intake = new Intake(put, maxBytes, services.config);
  try {
    const form = await receive((bytes) => intake.take(bytes));
    return { form, original: await intake.finish(readWhole(services, key)) };
  } catch (error) {
    await put.abort();
    throw error;
  }
}

/** Files that do not fit the spool are read again to look at what is in them, one at a time: they fill the memory. */
function readWhole(
  { objects, originalPlace }: StoreServices,
  key: string,
): <Value>(look: (file: Uint8Array) => Promise<Value>) => Promise<Value> {
  return (look) =>
    originalPlace.run(async () => {
      const file = await objects.read(key);
      if (file === null) throw new Error(`object ${key} is gone`);
      return look(file);
    });
}

class Intake {
  readonly #put: SpooledPut;
  readonly #maxBytes: number;
  readonly #limits: Limits;
  #mimeType: ImageType | null = null;
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
    if (mimeType === HEADERS_FIRST && !this.#put.hasBegun) {
      // Metadata may fill more than the spool; then the stored file tells.
      const info = await inspect(mimeType, this.#put.held).catch(ignoreDamage);
      if (info !== null) this.#size = this.#judge(info);
    }
    await this.#put.send(mimeType);
  }

  async finish(readStored: ReturnType<typeof readWhole>): Promise<StoredOriginal> {
    const mimeType = this.#sniff();
    const look = async (file: Uint8Array): Promise<Size> =>
      this.#judge(await inspect(mimeType, file));
    if (!this.#put.hasBegun) this.#size = await look(this.#put.held);
    const stored = await this.#put.finish(mimeType);
    this.#size ??= await readStored(look);
    const { width, height } = this.#size;
    return { ...stored, mimeType, width, height };
  }

  #sniff(): ImageType {
    this.#mimeType ??= sniffImageType(this.#put.held.subarray(0, SNIFF_BYTES));
    if (this.#mimeType === null) {
      const message = 'The file is not a JPEG, PNG, WebP, AVIF or GIF';
      throw new DomainError('unsupported_type', { message });
    }
    return this.#mimeType;
  }

  /** What would have to be decoded counts, even where an aperture shows less of it. */
  #judge(info: SourceInfo): Size {
    const fault = sizeFault(info, 'file', this.#limits);
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

function ignoreDamage(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}
