/** Bodies of the API, with its field names. */

import type { TakenWire } from '../shared/taken-wire.ts';
import type { PartKind, VARIANT_MIME_TYPE } from '../shared/variants.ts';

/** GET /public/config names the provider. */
export type CaptchaAnswer =
  | { readonly provider: 'none' }
  | { readonly provider: 'provider_a'; readonly token: string; readonly action: string }
  | { readonly provider: 'provider_b'; readonly token: string }
  | {
      readonly provider: 'provider_c';
      readonly lot_number: string;
      readonly captcha_output: string;
      readonly pass_token: string;
      readonly gen_time: string;
    };

export interface RecipeVariant {
  /** A part kind, or another variant of this deployment. */
  readonly kind: string;
  readonly fit: 'original' | 'cover' | 'contain';
  /** `fit` determines which are present. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly long_edge?: number | undefined;
  /** 0 to 100. */
  readonly quality: number;
}

/** GET /uploads/recipe. Optional fields are missing in older deployments. */
export interface Recipe {
  readonly v2_enabled: boolean;
  readonly pipeline_version: number;
  readonly recipe_version: string;
  readonly max_part_bytes: number;
  readonly max_pixels: number;
  readonly session_ttl_ms: number;
  readonly variants: readonly RecipeVariant[];
  readonly max_source_bytes?: number;
  readonly client_pipeline_concurrency?: number;
  readonly client_active_session_concurrency?: number;
  readonly client_max_native_concurrency?: number;
  readonly supported_source_mime_types?: readonly string[];
}

export interface ManifestSource {
  readonly mime_type: string;
  /** Upright, after EXIF orientation: the size of `master`. */
  readonly width: number;
  readonly height: number;
  readonly animated: false;
  /** Of the source's bytes; deployments that do not know it ignore it. */
  readonly sha256?: string;
}

export interface ManifestPart {
  readonly kind: PartKind;
  readonly size: number;
  /** 64 lower-case hexadecimal characters. */
  readonly sha256: string;
  readonly mime_type: typeof VARIANT_MIME_TYPE;
  readonly width: number;
  readonly height: number;
  readonly quality: number;
}

export type Visibility = 'public' | 'private';

export interface UploadManifest {
  readonly filename: string;
  readonly visibility: Visibility;
  readonly processor_version: string;
  readonly recipe_version: string;
  readonly source: ManifestSource;
  readonly parts: readonly ManifestPart[];
  /** Deployments that do not know it ignore it. */
  readonly taken?: TakenWire;
}

export type UploadStatus =
  | 'initiated'
  | 'uploading'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'cleanup_pending';

export interface PartState {
  readonly kind: PartKind;
  readonly status: 'pending' | 'uploaded';
}

export interface UploadSession {
  readonly upload_id: string;
  readonly status: UploadStatus;
  readonly expires_at: string;
  readonly parts: readonly (PartState & { readonly put_url: string })[];
}

/** GET /uploads/:uploadID and complete. Has the image fields once the image is published. */
export interface UploadState {
  readonly upload_id: string;
  readonly status: UploadStatus;
  readonly expires_at: string;
  readonly parts: readonly PartState[];
  readonly image_id?: number;
  readonly unique_link?: string;
  readonly asset_link?: string;
  readonly failure?: { readonly code: number; readonly message: string };
}

export interface OriginalImage {
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  readonly visibility: Visibility;
}

/** POST /images/ and GET /upload/queue/:id. Has `image_id` once there is an image. */
export interface QueuedUpload {
  readonly id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly image_id?: number;
  readonly failure?: { readonly code: number; readonly message: string };
}

export interface ImageDetails {
  readonly id: number;
  readonly unique_link: string;
}

export interface ListedImage extends ImageDetails {
  readonly title: string;
  readonly filename: string;
  readonly visibility: Visibility;
  readonly processing_status: string;
  /** Null for an image of pipeline 1. */
  readonly asset_link: string | null;
  readonly created_at: string;
}

export interface ImagePage {
  readonly images: readonly ListedImage[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}
