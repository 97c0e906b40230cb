import type { Catalogue } from '../catalogue.ts';

export const lock: Catalogue['lock'] = {
  title: 'Dieses Konto wird bald gelöscht',
  titleNow: 'Dieses Konto wird in Kürze gelöscht',
  titleIn: (duration, time) => `Dieses Konto wird in ${duration} gelöscht: ${time}`,
  possible:
    'Bis dahin können Sie Ihre Fotos ansehen und herunterladen, aber nichts hochladen oder ändern.',
  cancel: 'Nur ein Administrator kann die Löschung abbrechen.',
  takeout: 'Alles herunterladen',
};
