import { VARIANT_MIME_TYPE } from '../../../shared/variants.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { ISSUE_TOKEN_ERRORS, issueToken } from '../images/issue-token.ts';
import type { ListedImage } from '../images/listed-image.ts';
import { READ_IMAGE_ERRORS, readImage, type ImageDetail } from '../images/read-image.ts';
import type { ImageForm, ReceiveForm } from '../legacy/image-form.ts';
import { RUN_IN_PLACE_ERRORS, runInPlace } from '../legacy/run-in-place.ts';
import type { Services } from '../services.ts';
import { requireUnlocked } from '../uploads/create-upload.ts';
import {
  type FileOwner,
  type FileUpload,
  UPLOAD_FILE_ERRORS,
  uploadFile,
} from '../uploads/upload-file.ts';
import { collectFile, type FileKind, readKind, type ReceivedFile } from './collect-file.ts';
import { BUFFER_ERRORS } from './growing-buffer.ts';
import { STORE_WHOLE_ERRORS, storeWhole } from './store-whole.ts';

type StoreServices = Pick<
  Services,
  | 'background'
  | 'clock'
  | 'config'
  | 'db'
  | 'filePlaces'
  | 'imageService'
  | 'keys'
  | 'limiter'
  | 'log'
  | 'objects'
  | 'partPlaces'
  | 'publishQueue'
>;

type Uploader = FileOwner & Pick<Actor, 'status'>;

export interface FileTransfer {
  readonly receive: ReceiveForm;
  /** Runs once the file is stored, to release the transfer's resources. */
  readonly onTransferred: () => Promise<void>;
}

export interface StoredFile {
  readonly image: ListedImage;
  /** Of a private image that is published. */
  readonly token: string | null;
  readonly isNew: boolean;
  /** Of pipeline 1, which keeps the file: whether it moves. */
  readonly isMoving: boolean;
  readonly mimeType: string;
}

type Transferred = FileUpload & { readonly kind: FileKind | null };

/** For the publication. Tools show the link within a second, and keep what they have seen. */
const WAIT_MS = 15_000;
const POLL_MS = [100, 150, 250, 500] as const;

export const STORE_FILE_ERRORS = [
  ...BUFFER_ERRORS,
  ...RUN_IN_PLACE_ERRORS,
  ...UPLOAD_FILE_ERRORS,
  ...STORE_WHOLE_ERRORS,
  ...READ_IMAGE_ERRORS,
  ...ISSUE_TOKEN_ERRORS,
  'image_processing_failed',
] as const satisfies readonly ErrorName[];

/**
 * Stores a whole file by the pipeline in use, and waits until its image is shown, 15 s at most. The same file within a
 * day gives the same image.
 */
export async function storeFile(
  services: StoreServices,
  actor: Uploader,
  { receive, onTransferred }: FileTransfer,
): Promise<StoredFile> {
  const maxBytes = services.config.UPLOAD_MAX_SOURCE_BYTES;
  const collect = (open: ReceiveForm): Promise<ReceivedFile> => collectFile(open, maxBytes);
  const transferred = await transferFile(services, actor, receive, collect);
  await onTransferred();
  return finish(services, actor, transferred);
}

/** As `storeFile`, for a file of a request with several. */
export async function storeReceived(
  services: StoreServices,
  actor: Uploader,
  file: ReceivedFile,
): Promise<StoredFile> {
  const receive = async (): Promise<ImageForm> => file.form;
  return finish(services, actor, await transferFile(services, actor, receive, async () => file));
}

async function finish(
  services: StoreServices,
  actor: Uploader,
  { imageId, isNew, kind }: Transferred,
): Promise<StoredFile> {
  const detail = await waitUntilShown(services, actor, imageId);
  return {
    image: detail.image,
    token: await tokenOf(services, actor, detail),
    isNew,
    isMoving: kind?.isMoving ?? false,
    mimeType: kind?.mimeType ?? VARIANT_MIME_TYPE,
  };
}

/** The file is not held any longer. `kind` is null for pipeline 2, whose variants differ from the file. */
async function transferFile(
  services: StoreServices,
  actor: Uploader,
  receive: ReceiveForm,
  collect: (receive: ReceiveForm) => Promise<ReceivedFile>,
): Promise<Transferred> {
  requireUnlocked(actor);
  const { V2_UPLOAD_ENABLED: isInParts } = services.config;
  const placed = await runInPlace(services, actor.userId, receive, async (open) => {
    const file = await collect(open);
    return isInParts
      ? uploadFile(services, actor, { altText: '', ...file.form, bytes: file.bytes })
      : file;
  });
  if ('imageId' in placed) return { ...placed, kind: null };
  // Takes a place of its own.
  const stored = await storeWhole(services, actor, placed);
  return { ...stored, kind: await readKind(placed.bytes) };
}

/** @throws {DomainError} the failure of its publication. */
async function waitUntilShown(
  services: StoreServices,
  actor: Uploader,
  imageId: number,
): Promise<ImageDetail> {
  const { clock } = services;
  const until = clock.now() + WAIT_MS;
  for (let round = 0; ; round += 1) {
    const detail = await readImage(services, actor, imageId);
    const { processingStatus } = detail.image;
    if (processingStatus === 'failed') throw failureOf(detail);
    if (processingStatus === 'completed' || clock.now() >= until) return detail;
    await clock.wait(POLL_MS[Math.min(round, POLL_MS.length - 1)] ?? 0);
  }
}

function failureOf({ failure }: ImageDetail): DomainError {
  const { error, message } = failure ?? { error: 'image_processing_failed' };
  return new DomainError(error, message === undefined ? {} : { message });
}

async function tokenOf(
  services: StoreServices,
  actor: Uploader,
  { image, token }: ImageDetail,
): Promise<string | null> {
  if (image.visibility === 'public' || image.processingStatus !== 'completed') return null;
  return (token ?? (await issueToken(services, actor, image.id, null))).token;
}
