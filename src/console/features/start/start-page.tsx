import { PAGES } from '../../../shared/pages.ts';
import { text } from '../../text/language.ts';
import { session } from '../../state/session.ts';
import { startText } from '../../text/start.ts';
import { useTitle } from '../../state/title.ts';
import { LinkButton } from '../../widgets/button.tsx';
import { Icon, type IconName } from '../../widgets/icon.tsx';
import { HeroArt } from './hero-art.tsx';
import { Statistics } from './statistics.tsx';

export function StartPage() {
  const start = startText.value;
  const { common } = text.value;
  const { state } = session.value;
  useTitle(start.heading);
  return (
    <div class="start">
      <section class="start-hero">
        <div class="start-words">
          <h1>{start.heading}</h1>
          <p class="start-lead">{start.lead}</p>
          {state === 'unknown' ? (
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
        <HeroArt />
      </section>
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
