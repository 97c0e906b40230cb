import type { Catalogue } from '../catalogue.ts';

export const upload: Catalogue['upload'] = {
  title: 'Hochladen',
  lockedTitle: 'Hochladen ist abgeschaltet',
  addTitle: 'Fügen Sie Ihre Bilder hinzu',
  dropTitle: 'Legen Sie Ihre Bilder hier ab',
  dropHint: 'Oder fügen Sie sie ein, oder wählen Sie sie auf diesem Gerät aus.',
  choose: 'Bilder auswählen',
  chooseFolder: 'Ordner auswählen',
  takePhoto: 'Foto aufnehmen',
  accepted: (size, mayMove) =>
    `JPEG, PNG, WebP, AVIF und GIF${mayMove ? '' : ', das sich nicht bewegt'}${size === null ? '' : `, jeweils bis ${size}`}.`,
  visibility: 'Neue Bilder sind',
  visibilities: { public: 'Öffentlich: für alle mit Link', private: 'Privat: nur für Sie' },
  pasted: 'Eingefügt',
  taken: (count, isPaused) =>
    `${count === 1 ? '1 Bild hinzugefügt' : `${count} Bilder hinzugefügt`}${isPaused ? ', aber das Hochladen ist angehalten' : ''}`,
  leftOut: (count) =>
    count === 1
      ? '1 Datei des Ordners ist kein Bild und wurde ausgelassen.'
      : `${count} Dateien des Ordners sind keine Bilder und wurden ausgelassen.`,
  sharedTitle: 'Geteilte Bilder hochladen?',
  sharedHint: (count) =>
    count === 1
      ? 'Eine andere App oder Seite hat 1 Bild übergeben.'
      : `Eine andere App oder Seite hat ${count} Bilder übergeben.`,
  sharedDrop: 'Nicht hochladen',
  queue: 'Ihre Uploads',
  timeLeft: (duration) => `noch etwa ${duration}`,
  pauseAll: 'Alle anhalten',
  resumeAll: 'Fortsetzen',
  retryFailed: (count) =>
    count === 1 ? 'Noch einmal versuchen' : `${count} noch einmal versuchen`,
  copyLinks: (count) => (count === 1 ? 'Link kopieren' : `${count} Links kopieren`),
  copyLinksAs: {
    markdown: 'Links als Markdown kopieren',
    html: 'Links als HTML kopieren',
    bbcode: 'Links als BBCode kopieren',
  },
  removeDone: 'Fertige ausblenden',
  cancelAll: 'Alle abbrechen',
  cancelAllTitle: 'Alles abbrechen, was noch nicht hochgeladen ist?',
  cancelAllHint: (count) =>
    count === 1
      ? 'Ein Bild wird nicht hochgeladen. Was hochgeladen ist, bleibt.'
      : `${count} Bilder werden nicht hochgeladen. Was hochgeladen ist, bleibt.`,
  moreActions: 'Mehr',
  pause: (name) => `${name} anhalten`,
  resume: (name) => `${name} fortsetzen`,
  cancel: (name) => `${name} abbrechen`,
  remove: (name) => `${name} aus der Liste nehmen`,
  retryIn: (duration) => `Wieder möglich in ${duration}`,
  copyLink: (name) => `Link von ${name} kopieren`,
  show: 'Anzeigen',
  uploadAnyway: 'Doch hochladen',
  chooseAgain: 'Noch einmal auswählen',
  states: {
    reading: 'Wird vorbereitet',
    waiting: 'Wartet',
    prepare: 'Wird umgewandelt',
    send: 'Wird gesendet',
    publish: 'Wird veröffentlicht',
    paused: 'Angehalten',
    missing: 'Bitte wählen Sie diese Datei noch einmal aus: Der Browser kann sie nicht mehr lesen.',
    duplicateDone: 'Dieses Bild haben Sie schon einmal hochgeladen.',
    duplicateWaiting: 'Dasselbe Bild wird schon hochgeladen.',
    done: 'Hochgeladen',
    donePrivate: 'Hochgeladen, nur für Sie',
  },
  notices: {
    paused: 'Alles ist angehalten.',
    offline: 'Sie sind offline. Es geht von selbst weiter, sobald das Netz wieder da ist.',
    otherTab: 'Ein anderes Fenster lädt gerade hoch. Dieses macht danach weiter.',
    wait: 'Der Dienst hat das Hochladen gestoppt: zu viel in kurzer Zeit. Nichts geht verloren.',
    noSpace: 'Der Dienst kann gerade nichts annehmen.',
    full: 'Ihr Speicher ist voll. Löschen Sie Bilder, die Sie nicht mehr brauchen, und machen Sie dann weiter.',
    locked:
      'Dieses Konto soll gelöscht werden. Bis das zurückgenommen ist, kann nichts hochgeladen werden.',
    down: 'Der Dienst ist gestört. Es geht von selbst weiter, sobald er wieder da ist.',
    update: 'Diese Seite ist älter als der Dienst. Laden Sie sie neu, um weiterzumachen.',
    resumesIn: (duration) => `Weiter geht es in ${duration}`,
  },
  reload: 'Neu laden',
  toGallery: 'Etwas zum Löschen suchen',
  toAccount: 'Zu Ihrem Konto',
  unkept: (count, size) =>
    `Dieser Browser bewahrt bis zu ${size} von dem auf, was wartet. ${count === 1 ? 'Ein Bild geht' : `${count} Bilder gehen`} darüber hinaus: Lassen Sie diese Seite offen, bis alles fertig ist.`,
  failures: {
    too_large: (size, limit) =>
      limit === null
        ? `Die Datei ist zu groß (${size}).`
        : `Die Datei ist zu groß: ${size}, erlaubt sind ${limit}.`,
    not_a_picture:
      'Das ist kein Bild, das wir annehmen können: Wählen Sie ein JPEG, PNG, WebP, AVIF oder GIF.',
    unsupported:
      'Diese Art Bild lässt sich hier nicht lesen. Speichern Sie es als gewöhnliches JPEG oder PNG.',
    animated: 'Dieses Bild bewegt sich. Nur stehende Bilder können hochgeladen werden.',
    too_many_pixels: (limit) =>
      limit === null
        ? 'Das Bild hat zu viele Pixel.'
        : `Das Bild hat zu viele Pixel: Erlaubt sind ${limit} Millionen.`,
    side_too_long: 'Das Bild ist zu breit oder zu hoch: Erlaubt sind 16.383 Pixel.',
    too_many_pixels_here: (limit) =>
      `Das Bild hat zu viele Pixel für dieses Gerät: Es schafft ${limit} Millionen. Verkleinern Sie das Bild, oder nehmen Sie ein anderes Gerät.`,
    side_too_long_here: (limit) =>
      `Das Bild ist zu breit oder zu hoch für diesen Browser: Er schafft ${limit} Pixel. Verkleinern Sie das Bild, oder nehmen Sie einen anderen Browser.`,
    damaged: 'Das Bild ist beschädigt und lässt sich nicht öffnen.',
    out_of_memory: 'Das Bild ist zu groß für den Speicher dieses Geräts. Verkleinern Sie es.',
    part_too_large: 'Das Bild ist zu reich an Einzelheiten. Verkleinern Sie es.',
    processing_failed: 'Das Umwandeln ist nicht gelungen. Versuchen Sie es noch einmal.',
    processing_timeout: 'Das Umwandeln hat zu lange gedauert. Verkleinern Sie das Bild.',
    publication_timeout:
      'Das Veröffentlichen dauert länger als sonst. Sehen Sie gleich noch einmal nach.',
    not_published: 'Der Dienst konnte dieses Bild nicht veröffentlichen.',
    cancelled: 'Dieser Vorgang wurde anderswo abgebrochen.',
    no_connection: 'Die Verbindung brach immer wieder ab. Versuchen Sie es noch einmal.',
    unknown: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
  },
};
