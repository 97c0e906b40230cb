import { PAGES } from '../../../shared/pages.ts';
import { text } from '../../text/language.ts';
import { session } from '../../state/session.ts';
import { startText } from '../../text/start.ts';
import { useTitle } from '../../state/title.ts';
import { LinkButton } from '../../widgets/button.tsx';
import { Icon, type IconName } from '../../widgets/icon.tsx';
import { DropZone } from './drop-zone.tsx';
import smallPicture from './gallery-720.webp';
import picture from './gallery.webp';
import { Statistics } from './statistics.tsx';

/** Of the screenshot, in pixels. */
const PICTURE = { width: 1264, height: 800 } as const;

export function StartPage() {
  const start = startText.value;
  const { common } = text.value;
  const isUnknown = session.value.state === 'unknown';
  useTitle(start.heading);
  return (
    <div class="start">
      <section class="start-hero">
        <div class="start-words">
          <h1>{start.heading}</h1>
          <p class="start-lead">{start.lead}</p>
          {isUnknown ? (
            <div class="start-actions">
              <LinkButton href={PAGES.gallery} kind="primary">
                {start.toGallery}
              </LinkButton>
            </div>
          ) : (
            <div class="start-actions">
              <LinkButton href={PAGES.register} kind="primary">
                {common.register}
              </LinkButton>
              <LinkButton href={PAGES.signIn}>{common.signIn}</LinkButton>
            </div>
          )}
        </div>
        {!isUnknown && <DropZone />}
      </section>
      <img
        class="start-picture"
        src={picture}
        srcset={`${smallPicture} 720w, ${picture} ${String(PICTURE.width)}w`}
        sizes="min(100vw - 24px, 1200px)"
        alt={start.picture}
        loading="lazy"
        {...PICTURE}
      />
      <ul class="start-promises">
        {start.promises.map(({ icon, title, words }) => (
          <li key={icon}>
            <Icon name={icon as IconName} />
            <h2>{title}</h2>
            <p>{words}</p>
          </li>
        ))}
      </ul>
      <Statistics />
      <footer class="start-footer">
        <p>{start.footer}</p>
        <a href="/api/v1/docs">{start.apiLink}</a>
      </footer>
    </div>
  );
}
