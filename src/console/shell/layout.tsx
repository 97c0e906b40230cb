import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { SESSION_EXPIRED } from '../../shared/error-codes.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { PAGES } from '../../shared/pages.ts';
import { NotificationBell } from '../features/account/notification-bell.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { isImagePath } from '../features/gallery/model/is-image-path.ts';
import { lazyComponent } from '../widgets/lazy-component.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { explainCode, explainError } from '../state/explain-error.ts';
import { chooseLanguage, language, text } from '../text/language.ts';
import { THEMES } from '../state/stored-theme.ts';
import { isAccountLocked, session, signOut, user } from '../state/session.ts';
import { isTakerWanted } from '../state/given-items.ts';
import { theme } from '../state/theme.ts';
import { uncopied } from '../state/uncopied.ts';
import { news, queue } from '../features/upload/model/open-queue.ts';
import { LinkButton } from '../widgets/button.tsx';
import { Icon, type IconName } from '../widgets/icon.tsx';
import { importForAction } from '../widgets/import-chunk.ts';
import { Menu, type MenuItem } from '../widgets/menu.tsx';
import { showToast, Toasts } from '../widgets/toast.tsx';

const DeletionBanner = lazyComponent(
  async () => (await import('../features/account/deletion-banner.tsx')).DeletionBanner,
);
const DropAnywhere = lazyComponent(
  async () => (await import('../features/upload/drop-anywhere.tsx')).DropAnywhere,
  importForAction,
);
const UploadIndicator = lazyComponent(
  async () => (await import('../features/upload/upload-indicator.tsx')).UploadIndicator,
);

export function Layout({ children }: { readonly children: ComponentChildren }) {
  const { common } = text.value;
  const byHand = uncopied.value;
  const main = useRef<HTMLElement>(null);
  const { path } = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    // A new page begins at its top, for screen readers, too; the browser places the first one.
    // From one image to the next, the focus stays on the control that leads there.
    const isStep = isImagePath(path) && isImagePath(shown.current);
    const hasFocus = document.activeElement !== document.body;
    if (shown.current !== path && !(isStep && hasFocus))
      main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  const isLost = session.value.state === 'anonymous' && session.value.isLost === true;
  useEffect(() => {
    if (isLost) void explainCode(SESSION_EXPIRED).then((message) => showToast({ message }));
  }, [isLost]);
  return (
    <>
      <a class="skip-link" href="#main">
        {common.skipToContent}
      </a>
      <header class="site-header">
        <a class="brand" href={user.value === null ? PAGES.start : PAGES.gallery}>
          Tintype
        </a>
        {user.value !== null && <Navigation path={path} />}
        <div class="site-header-end">
          {user.value !== null && queue.value !== null && <UploadIndicator />}
          {user.value !== null && (
            <NotificationBell isCurrent={path === '/account/notifications'} />
          )}
          <PreferencesMenu />
          {session.value.state === 'anonymous' && path !== PAGES.signIn && (
            <LinkButton href={PAGES.signIn}>{common.signIn}</LinkButton>
          )}
        </div>
      </header>
      {/* A live region must exist before its first message. */}
      <p class="visually-hidden" role="status">
        {news}
      </p>
      <ConnectionNotice />
      {isAccountLocked.value && <DeletionBanner key={user.value?.id} />}
      <main id="main" ref={main} tabIndex={-1}>
        <PageBoundary path={path}>{children}</PageBoundary>
      </main>
      {isTakerWanted.value && <DropAnywhere />}
      <Toasts />
      {byHand !== null && (
        <byHand.Dialog value={byHand.text} onClose={() => (uncopied.value = null)} />
      )}
    </>
  );
}

function Navigation({ path }: { readonly path: string }) {
  const { common } = text.value;
  const links: readonly (readonly [href: string, label: string, icon: IconName])[] = [
    [PAGES.gallery, common.gallery, 'gallery'],
    [PAGES.albums, common.albums, 'albums'],
    [PAGES.upload, common.upload, 'upload'],
    ['/account', common.account, 'person'],
    ...(user.value?.role === 'admin' ? ([['/admin', common.administration, 'gear']] as const) : []),
  ];
  return (
    <nav class="site-nav" aria-label={common.mainNavigation}>
      {links.map(([href, label, icon]) => (
        <a key={href} href={href} aria-current={path.startsWith(href) ? 'page' : undefined}>
          <Icon name={icon} />
          <span>{label}</span>
        </a>
      ))}
    </nav>
  );
}

function PreferencesMenu() {
  const { common } = text.value;
  const { route } = useLocation();
  const leave = async (): Promise<void> => {
    try {
      await signOut();
      route(PAGES.start);
    } catch (error) {
      showToast({ kind: 'failure', message: explainError(error) });
    }
  };
  const speak = (chosen: Language): void => {
    chooseLanguage(chosen).catch(() =>
      showToast({ kind: 'failure', message: text.peek().common.noConnection }),
    );
  };
  const languages: MenuItem[] = (Object.keys(LANGUAGES) as Language[]).map((tag) => ({
    label: LANGUAGES[tag],
    group: common.language,
    isChecked: language.value === tag,
    onSelect: () => speak(tag),
  }));
  const themes: MenuItem[] = THEMES.map((name) => ({
    label: common.themes[name],
    group: common.theme,
    isChecked: theme.value === name,
    onSelect: () => {
      theme.value = name;
    },
  }));
  const exits: MenuItem[] =
    user.value === null ? [] : [{ label: common.signOut, onSelect: () => void leave() }];
  return (
    <Menu
      label={common.menu}
      button={<Icon name="more" />}
      header={user.value?.username}
      items={[...languages, ...themes, ...exits]}
    />
  );
}
