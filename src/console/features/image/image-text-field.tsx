import {
  ALT_TEXT_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../../shared/entry-rules.ts';
import { callTagged } from '../../api/call-tagged.ts';
import { api } from '../../api/client.ts';
import { announceImages } from '../../state/image-changes.ts';
import { imageText } from '../../text/image.ts';
import { EditableText } from '../../widgets/editable-text.tsx';
import { toLine } from '../../state/to-line.ts';
import { replaceSeen } from '../../state/seen-text.ts';
import { readImage, type ImageDetail } from './use-image.ts';

type TextName = 'title' | 'alt_text' | 'description';

const FIELDS = {
  title: { maxLength: TITLE_MAX_CHARACTERS, kind: 'title' },
  alt_text: { maxLength: ALT_TEXT_MAX_CHARACTERS, kind: 'line' },
  description: { maxLength: DESCRIPTION_MAX_CHARACTERS, kind: 'paragraphs' },
} as const satisfies Record<TextName, object>;

interface TextFieldProps {
  readonly image: ImageDetail;
  readonly name: TextName;
  readonly hint?: string;
  readonly onChange: (image: ImageDetail) => void;
}

export function ImageTextField({ image, name, hint, onChange }: TextFieldProps) {
  const { id } = image;
  const label = imageText.value.textNames[name];
  const isTitle = name === 'title';
  return (
    <EditableText
      {...FIELDS[name]}
      {...{ label, hint }}
      isLabelHidden={isTitle}
      placeholder={isTitle ? label : undefined}
      edited={{
        key: `image ${String(id)} ${name}`,
        stored: image[name],
        tidy: name === 'description' ? (text) => text.trim() : toLine,
        send: (text, seen) =>
          replaceSeen({
            seen,
            tag: image.tag,
            send: (headers) => changeText(id, { [name]: text }, headers),
            readLatest: () => readImage(id),
            textOf: (stored) => stored[name],
          }),
        read: (changed) => changed[name],
        onStored: (stored) => {
          const { title, alt_text, description } = stored;
          announceImages({ changed: [{ id, title, alt_text, description }] });
          onChange({ ...image, ...stored });
        },
      }}
    />
  );
}

function changeText(
  id: number,
  body: Partial<Record<TextName, string>>,
  header: { readonly 'If-Match'?: string },
): Promise<ImageDetail> {
  const params = { path: { id }, header };
  return callTagged(api.PATCH('/api/v1/images/{id}', { params, body, keepalive: true }));
}
