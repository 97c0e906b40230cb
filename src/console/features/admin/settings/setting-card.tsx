import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { describeSetting } from '../describe-setting.ts';
import { change, changedKeys, entries, values } from '../model/settings-store.ts';
import type { SettingKey } from '../model/setting-rules.ts';
import { learnNames, nameOfUser } from '../model/user-names.ts';
import { formatRelative } from '../../../state/format-relative.ts';
import { adminText } from '../../../text/admin.ts';
import { Button } from '../../../widgets/button.tsx';

interface SettingCardProps {
  readonly settingKey: SettingKey;
  readonly children: ComponentChildren;
}

export function SettingCard({ settingKey, children }: SettingCardProps) {
  const { settings, person } = adminText.value;
  const entry = entries.value.find(({ config_key: key }) => key === settingKey);
  const updatedBy = entry?.updated_by ?? null;
  useEffect(() => {
    if (updatedBy !== null) void learnNames([updatedBy]);
  }, [updatedBy]);
  if (entry === undefined) return null;
  const { updated_at: updatedAt, default_value: fallback } = entry;
  const isChanged = changedKeys.value.includes(settingKey);
  const name =
    updatedBy === null ? settings.byOperator : (nameOfUser(updatedBy) ?? person(updatedBy));
  return (
    <div class="card settings-card">
      {children}
      <div class="admin-line admin-small admin-soft">
        {isChanged && <span class="admin-badge admin-badge-accent">{settings.changed}</span>}
        {values.value[settingKey] !== fallback && (
          <>
            <span>{settings.defaultIs(describeSetting(settingKey, fallback))}</span>
            <Button kind="quiet" onClick={() => change(settingKey, fallback)}>
              {settings.useDefault}
            </Button>
          </>
        )}
        {updatedAt !== null && !isChanged && (
          <span>{settings.changedAt(formatRelative(updatedAt), name)}</span>
        )}
        {updatedAt !== null && (
          <a href={`/admin/audit?setting=${settingKey}`}>{settings.history}</a>
        )}
      </div>
    </div>
  );
}
