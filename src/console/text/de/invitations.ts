import type { Catalogue } from '../catalogue.ts';

export const invitations: Catalogue['admin']['invitations'] = {
  intro: 'Links, über die andere ein Konto erstellen können.',
  closed:
    'Derzeit kann sich niemand registrieren. Bis Sie das ändern, funktionieren diese Links nicht.',
  toSetting: 'Festlegen, wer sich registrieren kann',
  create: 'Neue Einladung',
  label: 'Name',
  labelHint: 'Nur für Administratoren sichtbar.',
  uses: 'Konten',
  usesHint: 'So viele Konten lassen sich mit dem Link erstellen. Leer lassen für beliebig viele.',
  usesWrong: 'Geben Sie eine ganze Zahl von 1 bis 1.000.000 ein, oder lassen Sie das Feld leer.',
  expiry: 'Gültigkeit',
  expiries: { never: 'Unbegrenzt', day: '1 Tag', week: '7 Tage', month: '30 Tage' },
  quota: 'Speicherplatz je Konto (GB)',
  quotaHint: 'Leer lassen für den üblichen Speicherplatz.',
  submit: 'Einladung erstellen',
  shownOnce:
    'Kopieren Sie den Link jetzt und verschicken Sie ihn selbst: Er wird nicht noch einmal angezeigt, und E-Mails werden nicht verschickt.',
  link: 'Einladungslink',
  copyLink: 'Einladungslink kopieren',
  none: 'Noch keine Einladungen',
  noneHint: 'Erstellen Sie einen Link und schicken Sie ihn an alle, die Sie einladen möchten.',
  unnamed: (id) => `Einladung ${id}`,
  states: {
    active: 'Gültig',
    used: 'Aufgebraucht',
    expired: 'Abgelaufen',
    withdrawn: 'Widerrufen',
  },
  usesOf: (uses, most) => `${uses} von ${most} verwendet`,
  usesOpen: (uses) => `${uses}× verwendet, unbegrenzt`,
  quotaEach: (quota) => `${quota} je Konto`,
  expires: (time) => `Gültig bis ${time}`,
  created: (time) => `Erstellt ${time}`,
  createdBy: (name, time) => `Erstellt von ${name} ${time}`,
  revoke: 'Widerrufen',
  revokeNamed: (name) => `Widerrufen: ${name}`,
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeText:
    'Der Link funktioniert dann nicht mehr. Konten, die damit erstellt wurden, bleiben bestehen.',
  revoked: 'Einladung widerrufen.',
};
