import { formatNumber } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { IconButton } from '../../../widgets/button.tsx';
import { LEFT, RIGHT } from '../../../widgets/rare-icons.ts';

interface PagerProps {
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}

/** Renders nothing for a single page. */
export function Pager({ page, last, onPage }: PagerProps) {
  const { users } = adminText.value;
  if (last <= 1) return null;
  return (
    <nav class="users-pager" aria-label={users.pages}>
      <IconButton
        icon={LEFT}
        label={users.previous}
        isBlocked={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span role="status">{users.page(formatNumber(page), formatNumber(last))}</span>
      <IconButton
        icon={RIGHT}
        label={users.next}
        isBlocked={page >= last}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
