import type { User } from '../../api/types.ts';
import { estimateFillUp, findQuotaLevel, percentOf, type FillUp } from './model/quota.ts';
import { readRecentUploads } from './model/recent-uploads.ts';
import { formatBytes, formatPercent, formatTime } from '../../state/format.ts';
import { accountText } from '../../text/account.ts';
import { useResource } from '../../state/resource.ts';

export function QuotaCard({ profile }: { readonly profile: User }) {
  const account = accountText.value;
  const { storage_used: used, storage_quota: quota, image_count: imageCount } = profile;
  const { value: uploads } = useResource(readRecentUploads);
  const percent = percentOf(used, quota);
  const level = findQuotaLevel(percent);
  const spoken = account.quota.used(formatBytes(used), formatBytes(quota));
  const fillUp =
    uploads.value === undefined
      ? null
      : estimateFillUp({ used, quota, imageCount, uploads: uploads.value, nowMs: Date.now() });
  return (
    <section class="card account-quota" aria-labelledby="account-quota">
      <h2 id="account-quota">{account.quota.title}</h2>
      <progress
        class="progress"
        data-level={level}
        aria-labelledby="account-quota"
        aria-valuetext={`${spoken}, ${formatPercent(percent / 100)}`}
        max={100}
        value={Math.min(percent, 100)}
      />
      <p class="account-quota-line">
        <span>{spoken}</span>
        <strong>{formatPercent(percent / 100)}</strong>
      </p>
      {level !== 'ample' && (
        <p class="account-quota-level" data-level={level}>
          {account.quota.levels[level]} <a href="/gallery">{account.quota.makeRoom}</a>
        </p>
      )}
      {fillUp !== null && <p class="account-soft">{sayFillUp(fillUp)}</p>}
    </section>
  );
}

function sayFillUp(fillUp: FillUp): string {
  const { quota } = accountText.value;
  if (fillUp.kind === 'days') return quota.fullInDays(fillUp.days);
  if (fillUp.kind === 'years') return quota.fullInYears(fillUp.years);
  return quota.fullInMonth(formatTime(fillUp.atMs, { month: 'long', year: 'numeric' }));
}
