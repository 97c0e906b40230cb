import './admin.css';
// The sections' style sheets come with the page, because browsers do not retry a failed one.
import './audit/audit.css';
import './overview/overview.css';
import './settings/settings.css';
import './users/users.css';
import './watermark/watermark.css';
import 'uplot/dist/uPlot.min.css';
import type { ComponentType } from 'preact';
import { useRoute } from 'preact-iso/router';
import { changedKeys } from './model/settings-store.ts';
import { PLAIN_KEYS, type SettingKey } from './model/setting-rules.ts';
import { importChunk } from '../../widgets/import-chunk.ts';
import { adminText } from '../../text/admin.ts';
import { useResource } from '../../state/resource.ts';
import { user } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { PAGES } from '../../../shared/pages.ts';
import { WATERMARK_KEYS } from '../../../shared/watermark-layout.ts';
import { LinkButton } from '../../widgets/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../widgets/states.tsx';
import { TabLinks } from '../../widgets/tabs.tsx';
import { NotFoundPage } from '../../widgets/not-found.tsx';

const SECTIONS = {
  overview: () => import('./overview/overview-section.tsx').then((m) => m.OverviewSection),
  users: () => import('./users/users-section.tsx').then((m) => m.UsersSection),
  images: () => import('./images/images-section.tsx').then((m) => m.ImagesSection),
  invitations: () =>
    import('./invitations/invitations-section.tsx').then((m) => m.InvitationsSection),
  settings: () => import('./settings/settings-section.tsx').then((m) => m.SettingsSection),
  watermark: () => import('./watermark/watermark-section.tsx').then((m) => m.WatermarkSection),
  publications: () => import('./work/publications-section.tsx').then((m) => m.PublicationsSection),
  outbox: () => import('./work/outbox-section.tsx').then((m) => m.OutboxSection),
  audit: () => import('./audit/audit-section.tsx').then((m) => m.AuditSection),
} satisfies Record<string, () => Promise<ComponentType>>;

type SectionId = keyof typeof SECTIONS;

const DRAFTS: Partial<Record<SectionId, readonly SettingKey[]>> = {
  settings: PLAIN_KEYS,
  watermark: WATERMARK_KEYS,
};

export function AdministrationPage() {
  const { section = 'overview' } = useRoute().params;
  if (user.value?.role !== 'admin') return <NoAdministrator />;
  return isSection(section) ? <Administration section={section} /> : <NotFoundPage />;
}

function NoAdministrator() {
  const admin = adminText.value;
  useTitle(admin.title);
  return (
    <EmptyState icon="lock" title={admin.refused} isPage>
      <p>{admin.refusedHint}</p>
      <LinkButton href={PAGES.gallery}>{admin.toGallery}</LinkButton>
    </EmptyState>
  );
}

function isSection(name: string): name is SectionId {
  return Object.hasOwn(SECTIONS, name);
}

function Administration({ section }: { readonly section: SectionId }) {
  const admin = adminText.value;
  useTitle(`${admin.sections[section]} – ${admin.title}`);
  const loaded = useResource(
    async () => ({ id: section, Section: await importChunk(SECTIONS[section]) }),
    section,
  );
  const tabs = (Object.keys(SECTIONS) as SectionId[]).map((id) => ({
    id,
    label: admin.sections[id],
    note: isUnsaved(id) ? admin.unsaved : undefined,
    href: id === 'overview' ? '/admin' : `/admin/${id}`,
  }));
  const { value } = loaded.value;
  return (
    <div class="admin">
      <h1>{admin.title}</h1>
      <TabLinks label={admin.title} tabs={tabs} selected={section} />
      {loaded.error.value !== null ? (
        <ErrorState error={loaded.error.value} onRetry={loaded.reload} />
      ) : value?.id === section ? (
        <value.Section />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function isUnsaved(section: SectionId): boolean {
  return changedKeys.value.some((key) => DRAFTS[section]?.includes(key) === true);
}
