import type { PrepareErrorCode } from '../../../client/imaging/prepare-error.ts';
import type { Recipe } from '../../../client/protocol-types.ts';
import { ApiError } from '../../../client/errors.ts';
import { BODY_TOO_LARGE, IMAGE_TOO_LARGE } from '../../../shared/error-codes.ts';
import { explainError } from '../../state/explain-error.ts';
import { formatBytes, formatNumber } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { uploadText } from '../../text/upload.ts';
import type { FileFailure } from './model/failure.ts';
import type { Item } from './model/queue-item.ts';

const MEGAPIXEL = 1_000_000;

export function describeFailure(failure: FileFailure, item: Item, recipe: Recipe | null): string {
  const { failures } = uploadText.value;
  switch (failure.kind) {
    case 'unfit':
      return failure.deviceLimit === undefined
        ? describeUnfit(failure.code, item, recipe)
        : describeLimit(failure.code, failure.deviceLimit);
    case 'refused':
      return describeCode(failure.code, item, recipe);
    case 'ended':
      if (failure.fault === 'failed') {
        return failure.code === null
          ? failures.not_published
          : describeCode(failure.code, item, recipe);
      }
      return failures[failure.fault];
    case 'no_connection':
    case 'unknown':
      return failures[failure.kind];
  }
}

function describeUnfit(code: PrepareErrorCode, item: Item, recipe: Recipe | null): string {
  const { failures } = uploadText.value;
  const maxBytes = recipe?.max_source_bytes;
  switch (code) {
    case 'source_too_large':
      return failures.too_large(
        formatBytes(item.size),
        maxBytes === undefined ? null : formatBytes(maxBytes),
      );
    case 'too_many_pixels':
      return failures.too_many_pixels(
        recipe === null ? null : Math.floor(recipe.max_pixels / MEGAPIXEL),
      );
    case 'unsupported_type':
      return failures.not_an_image;
    case 'unsupported_coding':
    case 'unsupported_color':
      return failures.unsupported;
    case 'malformed':
      return failures.damaged;
    case 'codec_unavailable':
      return text.value.common.notLoaded;
    case 'unusable_recipe':
      return uploadText.value.notices.update;
    case 'too_many_pixels_for_device':
    case 'side_too_long_for_device':
      return failures.out_of_memory;
    case 'animated':
    case 'side_too_long':
    case 'out_of_memory':
    case 'part_too_large':
    case 'processing_failed':
      return failures[code];
  }
}

function describeLimit(code: PrepareErrorCode, pixels: number): string {
  const { failures } = uploadText.value;
  return code === 'too_many_pixels_for_device'
    ? failures.too_many_pixels_here(Math.floor(pixels / MEGAPIXEL))
    : failures.side_too_long_here(formatNumber(pixels));
}

function describeCode(code: number, item: Item, recipe: Recipe | null): string {
  if (code === BODY_TOO_LARGE) return describeUnfit('source_too_large', item, recipe);
  if (code === IMAGE_TOO_LARGE) return describeUnfit('too_many_pixels', item, recipe);
  return explainError(new ApiError(0, code, uploadText.value.failures.unknown, null));
}
