import { PAGES } from '../../shared/pages.ts';
import { text } from '../text/language.ts';
import { useTitle } from '../state/title.ts';
import { LinkButton } from './button.tsx';
import { EmptyState } from './states.tsx';

export function NotFoundPage() {
  const { common } = text.value;
  useTitle(common.notFound);
  return (
    <EmptyState icon="search" title={common.notFound} isPage>
      <p>{common.notFoundHint}</p>
      <LinkButton href={PAGES.start}>{common.toStart}</LinkButton>
    </EmptyState>
  );
}
