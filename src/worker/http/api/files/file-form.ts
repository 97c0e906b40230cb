import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  ALT_TEXT_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
  URL_MAX_CHARACTERS,
} from '../../../../shared/entry-rules.ts';
import { VISIBILITIES } from '../../../domain/uploads/manifest.ts';
import type { AppEnv } from '../../env.ts';

/** Adds the form to the API document only: validation by a schema would read the file into memory. */
export function registerFileForm(router: Pick<OpenAPIHono<AppEnv>, 'openAPIRegistry'>): {
  readonly $ref: string;
} {
  const { ref } = router.openAPIRegistry.registerComponent('schemas', 'FileForm', {
    type: 'object',
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: 'The image, under this or any other name',
      },
      url: {
        type: 'string',
        maxLength: URL_MAX_CHARACTERS,
        description: 'The address of an image on the web, instead of a file',
      },
      title: {
        type: 'string',
        maxLength: TITLE_MAX_CHARACTERS,
        description: 'The file’s name without its extension where it is empty or left out',
      },
      description: { type: 'string', maxLength: DESCRIPTION_MAX_CHARACTERS, default: '' },
      alt_text: { type: 'string', maxLength: ALT_TEXT_MAX_CHARACTERS, default: '' },
      visibility: {
        type: 'string',
        enum: [...VISIBILITIES],
        description: 'The API key’s where it is left out, else private',
      },
    },
  });
  return ref;
}

export const PICGO_MAX_FILES = 20;

/** As `registerFileForm`. */
export function registerPicgoForm(router: Pick<OpenAPIHono<AppEnv>, 'openAPIRegistry'>): {
  readonly $ref: string;
} {
  const { ref } = router.openAPIRegistry.registerComponent('schemas', 'PicgoForm', {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        maxItems: PICGO_MAX_FILES,
        items: { type: 'string', format: 'binary' },
        description: 'The images, under this or any other name',
      },
    },
  });
  return ref;
}
