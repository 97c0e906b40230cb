import { useEffect, useRef } from 'preact/hooks';
import { adminText } from '../../../text/admin.ts';
import { CopyField } from '../../../widgets/copy-field.tsx';

/** The link of an invitation just made, which takes the focus. */
export function NewInvitationCard({ link }: { readonly link: string }) {
  const { invitations: words } = adminText.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} class="card admin-made">
      <p>{words.shownOnce}</p>
      <CopyField className="admin-link" label={words.link} value={link} copyName={words.copyLink} />
    </div>
  );
}
