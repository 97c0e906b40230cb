import { api, call } from '../../api/client.ts';
import type { User } from '../../api/types.ts';
import { formatNumber, formatTime } from '../../state/format.ts';
import { accountText } from '../../text/account.ts';
import { useResource } from '../../state/resource.ts';
import { user } from '../../state/session.ts';
import { Email } from '../../widgets/email.tsx';
import { ErrorState } from '../../widgets/states.tsx';
import { QuotaCard } from './quota-card.tsx';
import { SharingCard } from './sharing-card.tsx';

export function ProfileSection() {
  const { value, error, reload } = useResource((signal) =>
    call(api.GET('/api/v1/user/profile', { signal })),
  );
  const profile = value.value ?? user.value;
  return (
    <>
      {profile !== null && <Person profile={profile} />}
      {profile !== null && <QuotaCard profile={profile} />}
      <SharingCard />
      {error.value !== null && <ErrorState error={error.value} onRetry={reload} />}
    </>
  );
}

function Person({ profile }: { readonly profile: User }) {
  const account = accountText.value;
  const { username, email, role, created_at: createdAt, image_count: imageCount } = profile;
  return (
    <section class="card account-person" aria-labelledby="account-person">
      <span class="account-initial" aria-hidden="true">
        {username.slice(0, 1).toUpperCase()}
      </span>
      <div class="account-person-name">
        <h2 id="account-person">{username}</h2>
        <p>
          <Email address={email} />
        </p>
      </div>
      <dl class="account-facts">
        <div>
          <dt>{account.profile.role}</dt>
          <dd>{account.profile.roles[role]}</dd>
        </div>
        <div>
          <dt>{account.profile.since}</dt>
          <dd>
            <time datetime={createdAt}>{formatTime(createdAt, { dateStyle: 'long' })}</time>
          </dd>
        </div>
        <div>
          <dt>{account.profile.images}</dt>
          <dd>
            <a href="/gallery">{formatNumber(imageCount)}</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
