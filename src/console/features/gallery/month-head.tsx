import type { ListedSection } from './model/listed-image.ts';
import type { MonthPart } from './model/month-rows.ts';
import { checkedOf, toggleMonth } from './model/select-months.ts';
import { formatMonth, formatNumber } from '../../state/format.ts';
import { galleryText } from '../../text/gallery.ts';
import { Icon } from '../../widgets/icon.tsx';

interface MonthHeadProps {
  /** Another one whenever its section may have changed. */
  readonly part: MonthPart<ListedSection>;
  readonly rowIndex: number;
  readonly columns: number | undefined;
}

/** The head of a month: its name, the number of its images, and a checkbox that selects all of them, to which an arrow leads. */
export function MonthHead({ part: { section }, rowIndex, columns }: MonthHeadProps) {
  const gallery = galleryText.value;
  const { month, shownCount, isCounted } = section;
  const name = formatMonth(month);
  const count = gallery.images(shownCount, formatNumber(shownCount));
  const checked = checkedOf(section);
  return (
    <div role="row" class="gallery-month-head" aria-rowindex={rowIndex}>
      {/* Without the name of its checkbox, before which screen readers say it. */}
      <div
        role="rowheader"
        aria-colindex={1}
        aria-colspan={columns}
        aria-label={isCounted ? `${name}, ${count}` : name}
      >
        <h2>{name}</h2>
        {isCounted && <span>{count}</span>}
        <button
          type="button"
          role="checkbox"
          class="gallery-check gallery-month-check"
          data-month={month}
          tabIndex={-1}
          aria-checked={checked}
          aria-label={gallery.selectMonth(name)}
          title={gallery.selectMonth(name)}
          onClick={() => void toggleMonth(month)}
        >
          <span>
            {checked !== 'false' && <Icon name={checked === 'true' ? 'check' : 'minus'} />}
          </span>
        </button>
      </div>
    </div>
  );
}
