import type { Catalogue } from '../catalogue.ts';

export const account: Catalogue['account'] = {
  title: 'Konto',
  sections: {
    profile: 'Profil',
    security: 'Passwort',
    sessions: 'Geräte',
    notifications: 'Mitteilungen',
    takeout: 'Mitnehmen',
  },
  profile: {
    role: 'Rolle',
    roles: { user: 'Mitglied', admin: 'Administrator' },
    since: 'Dabei seit',
    images: 'Bilder',
  },
  quota: {
    title: 'Speicher',
    used: (used, quota) => `${used} von ${quota} belegt`,
    levels: {
      ample: '',
      near: 'Ihr Speicher ist fast voll.',
      full: 'Ihr Speicher ist voll oder so gut wie voll: Uploads können abgelehnt werden.',
    },
    makeRoom: 'In der Galerie Platz schaffen',
    fullInDays: (days) =>
      days <= 1
        ? 'Wenn es so weitergeht, ist er bis morgen voll.'
        : `Wenn es so weitergeht, ist er in etwa ${days} Tagen voll.`,
    fullInMonth: (month) => `Wenn es so weitergeht, ist er etwa im ${month} voll.`,
    fullInYears: (years) => `Wenn es so weitergeht, ist er in etwa ${years} Jahren voll.`,
  },
  password: {
    title: 'Passwort ändern',
    endsSessions:
      'Sie werden überall abgemeldet, auch hier. Melden Sie sich danach mit dem neuen Passwort an.',
    old: 'Jetziges Passwort',
    new: 'Neues Passwort',
    length: '8 bis 72 Zeichen.',
    submit: 'Passwort ändern',
    wrong: 'Das ist nicht Ihr jetziges Passwort.',
    changed: 'Ihr Passwort ist geändert. Melden Sie sich mit dem neuen an.',
    faults: {
      missing: 'Geben Sie ein Passwort ein.',
      short: 'Zu kurz: mindestens 8 Zeichen.',
      long: 'Zu lang: höchstens 72 Zeichen.',
      same: 'Dieses Passwort haben Sie schon.',
    },
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    browser: 'Browser',
    thisOne: 'Hier',
    deviceName: (name, platform) => `${name} (${platform})`,
    platforms: { android: 'Android', windows: 'Windows' },
    since: (moment) => `Angemeldet ${moment}`,
    until: (date) => `endet am ${date}`,
    lastUsed: (moment) => `Zuletzt benutzt ${moment}`,
    end: 'Beenden',
    endNamed: (name, since) => `Beenden: ${name}, ${since}`,
    endQuestion: 'Dort abmelden?',
    ended: 'Dort abgemeldet.',
    signOutQuestion: 'Hier abmelden?',
    endOthers: 'Alle anderen beenden',
    endOthersQuestion: (sessions, devices) =>
      [
        sessions === 0 ? '' : sessions === 1 ? '1 Sitzung' : `${sessions} Sitzungen`,
        devices === 0 ? '' : devices === 1 ? '1 Gerät' : `${devices} Geräte`,
      ]
        .filter((part) => part !== '')
        .join(' und ')
        .concat(sessions + devices === 1 ? ' wird abgemeldet.' : ' werden abgemeldet.'),
    othersEnded: 'Sie sind nur noch hier angemeldet.',
    noOthers: 'Sie sind sonst nirgends angemeldet.',
    devices: 'Ihre Geräte',
    devicesHint: 'Ein Gerät meldet sich von selbst an, bis Sie es entfernen.',
    removeDevice: 'Entfernen',
    removeNamed: (name) => `Entfernen: ${name}`,
    removeQuestion: 'Für immer abmelden?',
    deviceEnded: 'Das Gerät ist abgemeldet.',
  },
  notifications: {
    unreadOnly: 'Nur ungelesene',
    unread: 'Neu',
    showNew: 'Neues zeigen',
    readAll: 'Alle als gelesen markieren',
    readOne: (title) => `Als gelesen markieren: ${title}`,
    deleteOne: (title) => `Löschen: ${title}`,
    clear: 'Alle löschen',
    clearQuestion: 'Alle Mitteilungen löschen?',
    nothing: 'Keine Mitteilungen',
    nothingUnread: 'Nichts Ungelesenes',
    nothingHint: 'Hier erfahren Sie, was Ihr Konto und Ihre Bilder betrifft.',
    toImage: 'Zum Bild',
    types: { account: 'Konto', security: 'Sicherheit', image: 'Bild', system: 'Dienst' },
  },
  notices: {
    passwordChanged: {
      title: 'Passwort geändert',
      message: 'Ihr Passwort wurde geändert, und Sie wurden überall abgemeldet.',
    },
    deletionScheduled: {
      title: 'Ihr Konto soll gelöscht werden',
      message:
        'Ihr Konto und alle seine Bilder werden gelöscht. Laden Sie die Bilder vorher herunter.',
      messageAt: (time) =>
        `Ihr Konto und alle seine Bilder werden gelöscht: ${time}. Laden Sie die Bilder vorher herunter.`,
    },
    deletionCancelled: {
      title: 'Ihr Konto bleibt',
      message: 'Es wird nicht gelöscht. Alles geht wie zuvor.',
    },
    accountDisabled: {
      title: 'Konto gesperrt',
      message: 'Ein Administrator hat Ihr Konto gesperrt.',
    },
    imageFailed: {
      title: 'Ein Bild konnte nicht veröffentlicht werden',
      message: 'Bitte laden Sie es noch einmal hoch.',
    },
  },
  failures: {
    undecodable: 'Es ließ sich nicht als Bild lesen. Bitte laden Sie es noch einmal hoch.',
    source_missing:
      'Es ging verloren, bevor es veröffentlicht war. Bitte laden Sie es noch einmal hoch.',
    too_large: 'Es braucht mehr Arbeitsspeicher, als der Dienst für ein Bild hat.',
    publish_too_large: 'Veröffentlicht wäre es größer als der Platz, der dafür vorgesehen war.',
    attempts_exhausted:
      'Das Veröffentlichen schlug mehrmals fehl. Ein Administrator kann es neu anstoßen.',
    retention_over:
      'Das Veröffentlichen schlug fehl, und der Upload ist nicht mehr da. Bitte laden Sie es noch einmal hoch.',
  },
  takeout: {
    title: 'Nehmen Sie Ihre Bilder mit',
    what: 'Alle Ihre Bilder in voller Größe, mit einer Liste ihrer Namen, Beschreibungen und Links, als ZIP-Datei.',
    inVolumes: (count) => `Sie kommen in ${count} Dateien mit je bis zu 500 Bildern.`,
    empty: 'Es gibt noch keine Bilder: Die Datei enthält nur eine leere Liste.',
    allowance:
      'Solange Ihr Konto auf seine Löschung wartet, können Sie alles dreimal herunterladen.',
    start: 'Alles herunterladen',
    next: (volume, volumes) => `Datei ${volume} von ${volumes} speichern`,
    again: (volume) => `Datei ${volume} noch einmal`,
    kept: (volume, volumes) =>
      `Beim letzten Mal sind Sie bis Datei ${volume} von ${volumes} gekommen. Machen Sie mit der nächsten weiter, oder beginnen Sie von vorn.`,
    restart: 'Von vorn beginnen',
    anew: 'Noch einmal herunterladen',
    running: (volume, volumes) => `Datei ${volume} von ${volumes} wird gespeichert.`,
    progress: (volume, volumes, bytes) =>
      volumes === 1
        ? `${bytes} gespeichert`
        : `Datei ${volume} von ${volumes}, ${bytes} gespeichert`,
    saved: (volume) => `Datei ${volume} ist gespeichert.`,
    done: (bytes) => `Alles ist gespeichert: ${bytes}.`,
    handedOver: (volume) =>
      `Ihr Browser lädt Datei ${volume} herunter. Machen Sie mit der nächsten weiter, sobald sie da ist.`,
    allHandedOver: 'Ihr Browser lädt herunter: Seine Liste der Downloads zeigt, wie weit er ist.',
    failed: (volume) => `Datei ${volume} ist nicht gespeichert.`,
    unwritable: 'Sie ließ sich nicht schreiben: Ist an diesem Ort noch Platz?',
    elsewhere: 'Ein anderes Fenster ist dabei: Sehen Sie dort nach.',
  },
};
