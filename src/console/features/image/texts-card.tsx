import { useEffect, useRef, useState } from 'preact/hooks';
import { api, call } from '../../api/client.ts';
import { announceImages } from '../../state/image-changes.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { TextsForm, type ImageTexts } from './texts-form.tsx';
import type { ImageDetail } from './use-image.ts';

interface TextsCardProps {
  readonly image: ImageDetail;
  readonly isLocked: boolean;
  readonly onChange: (image: ImageDetail) => void;
}

/** Title, alternative text and description, edited where they are read. */
export function TextsCard({ image, isLocked, onChange }: TextsCardProps) {
  const words = imageText.value;
  const [isEdited, setEdited] = useState(false);
  const card = useRef<HTMLElement>(null);
  useFocusOn(card, isEdited);
  const save = async (texts: ImageTexts): Promise<void> => {
    const params = { path: { id: image.id } };
    const changed = await call(api.PATCH('/api/v1/images/{id}', { params, body: texts }));
    onChange({ ...image, ...changed });
    const { id, title, alt_text, description } = changed;
    announceImages({ changed: [{ id, title, alt_text, description }] });
    setEdited(false);
  };
  return (
    <section ref={card} class="card image-card">
      <h2>{words.texts}</h2>
      {isEdited ? (
        <TextsForm image={image} onSave={save} onCancel={() => setEdited(false)} />
      ) : (
        <>
          <dl class="image-details">
            {(['title', 'alt_text', 'description'] as const).map((name) => (
              <div key={name}>
                <dt>{words.textNames[name]}</dt>
                <dd class="image-text">{image[name] || words.noText}</dd>
              </div>
            ))}
          </dl>
          {!isLocked && <Button onClick={() => setEdited(true)}>{words.editTexts}</Button>}
        </>
      )}
    </section>
  );
}

/** The replaced element had the focus. */
function useFocusOn(card: { readonly current: HTMLElement | null }, isEdited: boolean): void {
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    if (wasEdited.current === isEdited) return;
    wasEdited.current = isEdited;
    card.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [card, isEdited]);
}
