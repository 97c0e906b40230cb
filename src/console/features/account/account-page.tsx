import './account.css';
import { useRoute } from 'preact-iso/router';
import { accountText } from '../../text/account.ts';
import { useTitle } from '../../state/title.ts';
import { TabLinks } from '../../widgets/tabs.tsx';
import { lazyComponent } from '../../widgets/lazy-component.tsx';
import { NotFoundPage } from '../../widgets/not-found.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TakeoutSection } from './takeout-section.tsx';

const AppsSection = lazyComponent(async () => (await import('./apps-section.tsx')).AppsSection);

const SECTIONS = {
  profile: ProfileSection,
  security: SecuritySection,
  sessions: SessionsSection,
  apps: AppsSection,
  notifications: NotificationsSection,
  takeout: TakeoutSection,
} as const;

type SectionName = keyof typeof SECTIONS;

const NAMES = Object.keys(SECTIONS) as SectionName[];

export function AccountPage() {
  const { section = 'profile' } = useRoute().params;
  return isSection(section) ? <SectionPage section={section} /> : <NotFoundPage />;
}

function isSection(name: string): name is SectionName {
  return Object.hasOwn(SECTIONS, name);
}

function SectionPage({ section }: { readonly section: SectionName }) {
  const account = accountText.value;
  const Section = SECTIONS[section];
  useTitle(account.sections[section]);
  return (
    <div class="account">
      <h1>{account.title}</h1>
      <TabLinks
        label={account.title}
        selected={section}
        tabs={NAMES.map((id) => ({
          id,
          label: account.sections[id],
          href: id === 'profile' ? '/account' : `/account/${id}`,
        }))}
      />
      <Section />
    </div>
  );
}
