import {
  ALT_TEXT_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../../shared/entry-rules.ts';
import { api, call } from '../../api/client.ts';
import { announceImages } from '../../state/image-changes.ts';
import { imageText } from '../../text/image.ts';
import { EditableText } from '../../widgets/editable-text.tsx';
import { toLine } from '../../state/to-line.ts';
import type { ImageDetail } from './use-image.ts';

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
        send: (text) => changeText(id, { [name]: text }),
        read: (changed) => changed[name],
        onSaved: (changed) => {
          const { title, alt_text, description } = changed;
          announceImages({ changed: [{ id, title, alt_text, description }] });
          onChange({ ...image, ...changed });
        },
      }}
    />
  );
}

function changeText(id: number, body: Partial<Record<TextName, string>>) {
  return call(
    api.PATCH('/api/v1/images/{id}', { params: { path: { id } }, body, keepalive: true }),
  );
}
