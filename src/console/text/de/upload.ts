import type { Catalogue } from '../catalogue.ts';

export const upload: Catalogue['upload'] = {
  title: 'Hochladen',
  lockedTitle: 'Uploads sind deaktiviert',
  addTitle: 'Fotos hinzufügen',
  dropTitle: 'Fotos hier ablegen',
  dropHint: 'Oder einfügen oder von diesem Gerät auswählen.',
  choose: 'Fotos auswählen',
  chooseFolder: 'Ordner auswählen',
  takePhoto: 'Foto aufnehmen',
  accepted: (size, mayMove) =>
    `JPEG, PNG, WebP, AVIF und GIF${mayMove ? '' : ' (nicht animiert)'}${size === null ? '' : `, jeweils bis ${size}`}.`,
  visibility: 'Sichtbarkeit',
  visibilities: { public: 'Öffentlich: alle mit dem Link', private: 'Privat: nur Sie' },
  album: 'Album',
  noAlbum: 'Kein Album',
  pasted: 'Eingefügt',
  taken: (count, isPaused) =>
    `${count === 1 ? '1 Foto hinzugefügt' : `${count} Fotos hinzugefügt`}${isPaused ? ', aber Uploads sind pausiert' : ''}`,
  leftOut: (count) =>
    count === 1
      ? '1 Datei im Ordner ist kein Bild und wurde übersprungen.'
      : `${count} Dateien im Ordner sind keine Bilder und wurden übersprungen.`,
  sharedTitle: 'Geteilte Fotos hochladen?',
  sharedHint: (count) =>
    count === 1
      ? 'Eine App oder Website hat 1 Foto mit Tintype geteilt.'
      : `Eine App oder Website hat ${count} Fotos mit Tintype geteilt.`,
  sharedDrop: 'Nicht hochladen',
  sharedTooLarge:
    'Es lassen sich höchstens 500 Fotos und 100 MB auf einmal teilen. Wählen Sie sie stattdessen hier aus.',
  queue: 'Ihre Uploads',
  timeLeft: (duration) => `noch etwa ${duration}`,
  pauseAll: 'Alle pausieren',
  resumeAll: 'Fortsetzen',
  retryFailed: (count) => (count === 1 ? 'Erneut versuchen' : `${count} erneut versuchen`),
  copyLinks: (count) => (count === 1 ? 'Link kopieren' : `${count} Links kopieren`),
  linkForm: 'Format der Links',
  linkForms: { url: 'Link', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode' },
  linkTo: (name) => `Link zu ${name}`,
  finished: 'Fertige Uploads',
  uploaded: (count) => `${count} hochgeladen`,
  inAlbum: (count, title) => `${count} in „${title}“`,
  makeAlbum: 'Album erstellen',
  openGallery: 'In der Galerie öffnen',
  removeDone: 'Fertige entfernen',
  cancelAll: 'Alle abbrechen',
  cancelAllTitle: 'Übrige Uploads abbrechen?',
  cancelAllHint: (count) =>
    count === 1
      ? '1 Foto wird nicht hochgeladen. Fertige Uploads bleiben erhalten.'
      : `${count} Fotos werden nicht hochgeladen. Fertige Uploads bleiben erhalten.`,
  moreActions: 'Mehr',
  pause: (name) => `${name} pausieren`,
  resume: (name) => `${name} fortsetzen`,
  cancel: (name) => `${name} abbrechen`,
  remove: (name) => `${name} aus der Liste entfernen`,
  retryIn: (duration) => `Neuer Versuch möglich in ${duration}`,
  copyLink: (name) => `Link von ${name} kopieren`,
  show: 'Anzeigen',
  uploadAnyway: 'Trotzdem hochladen',
  chooseAgain: 'Erneut auswählen',
  states: {
    reading: 'Wird vorbereitet',
    waiting: 'Wartet',
    prepare: 'Wird umgewandelt',
    send: 'Wird hochgeladen',
    publish: 'Wird verarbeitet',
    paused: 'Pausiert',
    missing: 'Wählen Sie diese Datei erneut aus; Ihr Browser kann sie nicht mehr lesen.',
    duplicateDone: 'Sie haben dieses Foto bereits hochgeladen.',
    duplicateWaiting: 'Dieses Foto wird bereits hochgeladen.',
    done: 'Hochgeladen',
    donePrivate: 'Hochgeladen (privat)',
  },
  notices: {
    paused: 'Uploads sind pausiert.',
    offline: 'Sie sind offline. Uploads werden automatisch fortgesetzt.',
    otherTab: 'Ein anderes Fenster lädt gerade hoch. Dieses fährt danach fort.',
    wait: 'Zu viele Uploads auf einmal. Sie wurden gestoppt; nichts geht verloren.',
    noSpace: 'Uploads sind gerade nicht möglich.',
    full: 'Ihr Speicher ist voll. Löschen Sie nicht mehr benötigte Fotos, um fortzufahren.',
    locked: 'Dieses Konto ist zur Löschung vorgemerkt. Uploads sind deaktiviert.',
    down: 'Der Dienst ist nicht verfügbar. Uploads werden fortgesetzt, sobald er wieder erreichbar ist.',
    update: 'Diese Seite ist veraltet. Laden Sie sie neu, um fortzufahren.',
    resumesIn: (duration) => `Uploads werden in ${duration} fortgesetzt`,
  },
  reload: 'Neu laden',
  toGallery: 'Speicherplatz freigeben',
  toAccount: 'Zu Ihrem Konto',
  albumGone: 'Das Album gibt es nicht mehr. Ihre Fotos werden trotzdem hochgeladen.',
  albumFull: (count, shown) =>
    `Das Album ist voll. ${count === 1 ? '1 Foto wird' : `${shown} Fotos werden`} ohne Album hochgeladen.`,
  unkept: (count, size) =>
    `Dieser Browser kann bis zu ${size} an ausstehenden Uploads speichern. ${count === 1 ? '1 Foto passt' : `${count} Fotos passen`} nicht mehr hinein: Lassen Sie diese Seite geöffnet, bis alles fertig ist.`,
  failures: {
    too_large: (size, limit) =>
      limit === null ? `Zu groß: ${size}.` : `Zu groß: ${size} (Limit: ${limit}).`,
    not_an_image: 'Nicht unterstützte Datei. Wählen Sie ein JPEG, PNG, WebP, AVIF oder GIF.',
    unsupported: 'Ihr Browser kann dieses Format nicht lesen. Speichern Sie es als JPEG oder PNG.',
    animated: 'Animierte Bilder werden nicht unterstützt.',
    too_many_pixels: (limit) =>
      limit === null ? 'Zu viele Pixel.' : `Zu viele Pixel (Limit: ${limit}\u00A0MP).`,
    side_too_long: 'Zu breit oder zu hoch (Limit: 16.383 px).',
    too_many_pixels_here: (limit) =>
      `Zu groß für dieses Gerät (Limit: ${limit}\u00A0MP). Verkleinern Sie das Foto oder verwenden Sie ein anderes Gerät.`,
    side_too_long_here: (limit) =>
      `Zu breit oder zu hoch für diesen Browser (Limit: ${limit} px). Verkleinern Sie das Foto oder verwenden Sie einen anderen Browser.`,
    damaged: 'Die Datei ist beschädigt und kann nicht geöffnet werden.',
    out_of_memory: 'Zu groß für den Speicher dieses Geräts. Verkleinern Sie das Foto.',
    part_too_large: 'Das Foto ist zu detailreich. Verkleinern Sie es und versuchen Sie es erneut.',
    processing_failed: 'Das Foto konnte nicht umgewandelt werden. Versuchen Sie es erneut.',
    processing_timeout:
      'Das Umwandeln hat zu lange gedauert. Verkleinern Sie das Foto und versuchen Sie es erneut.',
    publication_timeout:
      'Die Verarbeitung dauert länger als üblich. Sehen Sie gleich noch einmal nach.',
    not_published: 'Das Foto konnte nicht veröffentlicht werden.',
    cancelled: 'Dieser Upload wurde anderswo abgebrochen.',
    no_connection: 'Die Verbindung bricht immer wieder ab. Versuchen Sie es erneut.',
    unknown: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  },
};
