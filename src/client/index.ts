/** Browser bundles must not contain node/node-codecs.ts. */
export { TintypeApi } from './api.ts';
export {
  bearerCredentials,
  cookieCredentials,
  keyCredentials,
  pageCredentials,
  type Credentials,
  type DeviceClient,
} from './credentials.ts';
export { deviceCredentials, type DeviceOptions, type DeviceState } from './device-credentials.ts';
export { classifyError, type RecoveryAction, type Recovery } from './recovery-action.ts';
export { ApiError, ConnectionError, UploadError, type UploadFault } from './errors.ts';
export type { DeviceTraits } from './imaging/device.ts';
export { DeviceLimitError } from './imaging/device-limits.ts';
export { createBrowserCodecs } from './imaging/codecs/browser-codecs.ts';
export type { Codecs } from './imaging/codecs/codecs.ts';
export type { CodecThread } from './imaging/threads/codec-thread.ts';
export { serveCodecs } from './imaging/threads/serve-codecs.ts';
export { createThreadedCodecs } from './imaging/threads/threaded-codecs.ts';
export { PrepareError } from './imaging/prepare-error.ts';
export type { PublishedImage } from './poll.ts';
export type { CaptchaAnswer, ImagePage, ListedImage, Visibility } from './protocol-types.ts';
export { memoryResumeStore, textResumeStore, type ResumeStore } from './resume.ts';
export { discardUpload } from './discard-upload.ts';
export { uploadImage } from './upload.ts';
export { uploadImages, type UploadManyOptions, type UploadSource } from './upload-many.ts';
export {
  UploadPause,
  type PreparedStore,
  type UploadOptions,
  type UploadProgress,
} from './upload-run.ts';
