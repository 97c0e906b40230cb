import type { ComponentChildren } from 'preact';
import { explainError } from '../state/explain-error.ts';
import { text } from '../text/language.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** The page shows nothing else: its title is that of the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}

/** What a page shows when there is nothing to show, and what to do about it. */
export function EmptyState({ icon, title, isPage = false, children }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div class="state">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

interface ErrorProps {
  readonly error: unknown;
  /** The page shows nothing else. */
  readonly isPage?: boolean;
  readonly onRetry?: () => void;
}

/** What went wrong, by its code, and a second try. */
export function ErrorState({ error, isPage = false, onRetry }: ErrorProps) {
  const Heading = isPage ? 'h1' : 'h2';
  const { common } = text.value;
  return (
    <div class="state" role="alert">
      <Icon name="warning" />
      <Heading>{common.somethingFailed}</Heading>
      <p>{explainError(error)}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{common.retry}</Button>}
    </div>
  );
}

export function Loading() {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="visually-hidden">{text.value.common.loading}</span>
    </div>
  );
}
