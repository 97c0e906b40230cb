import { z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  CONTROL_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  FILENAME_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../../../shared/entry-rules.ts';
import type { ImageForm } from '../../../domain/legacy/image-form.ts';
import { VISIBILITIES } from '../../../domain/uploads/manifest.ts';
import { baseName } from '../../../lib/base-name.ts';
import type { AppEnv } from '../../env.ts';
import { plainText } from '../../plain-text.ts';
import { refuseWith } from '../../router.ts';
import type { FormParser } from './form-parser.ts';

const UNNAMED = 'image';
const ESCAPED_LINE_ENDS = /%0[AD]/gu;

/** Ignores other fields. */
const Texts = z.object({
  title: plainText(TITLE_MAX_CHARACTERS).default(''),
  description: z.string().max(DESCRIPTION_MAX_CHARACTERS).default(''),
  visibility: z.enum(VISIBILITIES).default('private'),
});

/** Adds the form to the API document only: validation by a schema would read the file into memory. */
export function registerImageForm(router: Pick<OpenAPIHono<AppEnv>, 'openAPIRegistry'>): {
  readonly $ref: string;
} {
  const { ref } = router.openAPIRegistry.registerComponent('schemas', 'ImageForm', {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description:
          'A JPEG, PNG, WebP, AVIF or GIF: its content says which. It is kept byte for byte.',
      },
      title: {
        type: 'string',
        maxLength: TITLE_MAX_CHARACTERS,
        description: 'The file’s name without its extension where it is empty or left out',
      },
      description: { type: 'string', maxLength: DESCRIPTION_MAX_CHARACTERS, default: '' },
      visibility: { type: 'string', enum: [...VISIBILITIES], default: 'private' },
    },
  });
  return ref;
}

export function toImageForm(parser: FormParser): ImageForm {
  const { filename, fields } = parser.read();
  const texts = Texts.safeParse(Object.fromEntries(fields));
  refuseWith('invalid_parameter')(texts);
  // `refuseWith` has thrown otherwise; TypeScript does not see that.
  const { title, description, visibility } = texts.data as z.infer<typeof Texts>;
  return {
    filename: nameOf(filename),
    title: title === '' ? null : title,
    description,
    visibility,
  };
}

/** Browsers send any filename, some with its folders; they escape quotes and ends of lines (HTML). */
export function nameOf(filename: string): string {
  const unescaped = filename.replaceAll('%22', '"').replaceAll(ESCAPED_LINE_ENDS, '');
  const name = baseName(unescaped)
    .replaceAll(CONTROL_CHARACTERS, '')
    .slice(0, FILENAME_MAX_CHARACTERS);
  return name.toWellFormed() === '' ? UNNAMED : name.toWellFormed();
}
