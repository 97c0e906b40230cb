/** The form in which links are copied after an upload; stored on this device. */

import { signal, type ReadonlySignal } from '@preact/signals';
import { LINK_FORMS, type LinkForm } from '../../../../shared/link-forms.ts';
import { keepSetting } from './keep-setting.ts';

const KEY = 'link-form';

const chosen = signal<LinkForm>(readForm());

export const linkForm: ReadonlySignal<LinkForm> = chosen;

export function chooseLinkForm(form: LinkForm): void {
  chosen.value = form;
  keepSetting(KEY, form);
}

function readForm(): LinkForm {
  const stored = localStorage.getItem(KEY);
  return LINK_FORMS.find((form) => form === stored) ?? 'url';
}
