import type { Catalogue } from '../catalogue.ts';

export const account: Catalogue['account'] = {
  title: 'Konto',
  sections: {
    profile: 'Profil',
    security: 'Passwort',
    sessions: 'Geräte',
    apps: 'Apps und Schlüssel',
    notifications: 'Mitteilungen',
    takeout: 'Exportieren',
  },
  profile: {
    role: 'Rolle',
    roles: { user: 'Mitglied', admin: 'Administrator' },
    since: 'Mitglied seit',
    images: 'Fotos',
  },
  quota: {
    title: 'Speicher',
    used: (used, quota) => `${used} von ${quota} belegt`,
    levels: {
      ample: '',
      near: 'Ihr Speicher ist fast voll.',
      full: 'Ihr Speicher ist voll oder fast voll. Uploads werden möglicherweise abgelehnt.',
    },
    makeRoom: 'Speicherplatz freigeben',
    fullInDays: (days) =>
      days <= 1
        ? 'Bei diesem Tempo ist er bis morgen voll.'
        : `Bei diesem Tempo ist er in etwa ${days} Tagen voll.`,
    fullInMonth: (month) => `Bei diesem Tempo ist er etwa im ${month} voll.`,
    fullInYears: (years) => `Bei diesem Tempo ist er in etwa ${years} Jahren voll.`,
  },
  sharing: {
    title: 'Freigabeseiten',
    hint: 'So erscheinen Ihre Fotos, wenn jemand den Link zu ihrer Seite öffnet. Änderungen können 10 Minuten dauern.',
    show_name: 'Meinen Namen anzeigen',
    show_camera: 'Aufnahmedatum, Kamera und Belichtung anzeigen',
    keep_location: 'Aufnahmeort neuer Fotos speichern, nur für mich sichtbar',
    keepLocationHint:
      'Bereits gespeicherte Aufnahmeorte bleiben nach dem Ausschalten erhalten. Sie können sie bei jedem Foto unter „Details“ entfernen.',
    allow_indexing: 'Suchmaschinen dürfen Seiten öffentlicher Fotos aufnehmen',
    allow_full_size: 'Links dürfen Größen über 2.048 Pixel zeigen, ohne Wasserzeichen',
    limitSites: 'Nur aufgeführte Websites dürfen meine Fotos zeigen oder verlinken',
    sites: 'Websites',
    sitesHint:
      'Eine pro Zeile, zum Beispiel example.org. Subdomains gehören dazu. Ihre eigenen Links funktionieren immer.',
    wrongSite: (site) => `„${site}“ ist keine Website.`,
    tooManySites: 'Führen Sie höchstens 50 Websites mit zusammen 2.000 Zeichen auf.',
    saveSites: 'Websites speichern',
    sitesSaved: 'Gespeichert. Es kann 10 Minuten dauern, bis es überall gilt.',
  },
  password: {
    title: 'Passwort ändern',
    endsSessions:
      'Sie werden überall abgemeldet, auch hier. Melden Sie sich danach mit dem neuen Passwort an.',
    old: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    length: '8–72 Zeichen.',
    submit: 'Passwort ändern',
    wrong: 'Das ist nicht Ihr aktuelles Passwort.',
    changed: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
    faults: {
      missing: 'Geben Sie ein Passwort ein.',
      short: 'Verwenden Sie mindestens 8 Zeichen.',
      long: 'Verwenden Sie höchstens 72 Zeichen.',
      same: 'Das ist bereits Ihr Passwort.',
    },
  },
  sessions: {
    title: 'Angemeldete Geräte',
    browserOn: (browser, system) => `${browser} unter ${system}`,
    unknownBrowser: 'Unbekannter Browser',
    activeNow: 'Jetzt aktiv',
    lastUseUnknown: 'Letzte Nutzung unbekannt',
    thisOne: 'Dieses Gerät',
    deviceName: (name, platform) => `${name} (${platform})`,
    platforms: { android: 'Android', windows: 'Windows' },
    since: (moment) => `Angemeldet ${moment}`,
    until: (date) => `läuft ab am ${date}`,
    lastUsed: (moment) => `Zuletzt verwendet ${moment}`,
    end: 'Abmelden',
    endNamed: (name, since) => `Abmelden: ${name}, ${since}`,
    endQuestion: 'Dieses Gerät abmelden?',
    ended: 'Gerät abgemeldet.',
    signOutQuestion: 'Von diesem Gerät abmelden?',
    endOthers: 'Alle anderen abmelden',
    endOthersQuestion: (sessions, devices) =>
      [
        sessions === 0 ? '' : sessions === 1 ? '1 Sitzung' : `${sessions} Sitzungen`,
        devices === 0 ? '' : devices === 1 ? '1 Gerät' : `${devices} Geräte`,
      ]
        .filter((part) => part !== '')
        .join(' und ')
        .concat(sessions + devices === 1 ? ' wird abgemeldet.' : ' werden abgemeldet.'),
    othersEnded: 'Sie sind jetzt nur noch hier angemeldet.',
    noOthers: 'Sie sind auf keinem anderen Gerät angemeldet.',
    devices: 'Ihre Geräte',
    devicesHint: 'Diese Geräte bleiben angemeldet, bis Sie sie entfernen.',
    removeDevice: 'Entfernen',
    removeNamed: (name) => `Entfernen: ${name}`,
    removeQuestion: 'Dieses Gerät entfernen?',
    deviceEnded: 'Gerät entfernt.',
  },
  notifications: {
    unreadOnly: 'Nur ungelesene',
    unread: 'Neu',
    showNew: 'Neue Mitteilungen anzeigen',
    readAll: 'Alle als gelesen markieren',
    readOne: (title) => `Als gelesen markieren: ${title}`,
    deleteOne: (title) => `Löschen: ${title}`,
    clear: 'Alle löschen',
    clearQuestion: 'Alle Mitteilungen löschen?',
    nothing: 'Keine Mitteilungen',
    nothingUnread: 'Alles gelesen',
    nothingHint: 'Hier erscheinen Neuigkeiten zu Ihrem Konto und Ihren Fotos.',
    toImage: 'Foto ansehen',
    types: { account: 'Konto', security: 'Sicherheit', image: 'Foto', system: 'Dienst' },
  },
  notices: {
    passwordChanged: {
      title: 'Passwort geändert',
      message:
        'Ihr Passwort wurde geändert, und Sie wurden überall abgemeldet. API-Schlüssel gelten weiter: Widerrufen Sie unbekannte.',
    },
    passwordReset: {
      title: 'Passwort über einen Link geändert',
      message:
        'Über einen Link von einem Administrator wurde ein neues Passwort festgelegt, und Sie wurden überall abgemeldet. Wenn Sie das nicht waren, wenden Sie sich an einen Administrator. API-Schlüssel gelten weiter: Widerrufen Sie unbekannte.',
    },
    deletionScheduled: {
      title: 'Ihr Konto ist zur Löschung vorgemerkt',
      message: 'Ihr Konto und alle Ihre Fotos werden gelöscht. Laden Sie sie vorher herunter.',
      messageAt: (time) =>
        `Ihr Konto und alle Ihre Fotos werden gelöscht: ${time}. Laden Sie sie vorher herunter.`,
    },
    deletionCancelled: {
      title: 'Kontolöschung abgebrochen',
      message: 'Ihr Konto wird nicht gelöscht.',
    },
    accountDisabled: {
      title: 'Konto gesperrt',
      message: 'Ein Administrator hat Ihr Konto gesperrt.',
    },
    imageFailed: {
      title: 'Ein Foto konnte nicht veröffentlicht werden',
      message: 'Bitte laden Sie es erneut hoch.',
    },
  },
  failures: {
    undecodable: 'Die Datei konnte nicht als Bild gelesen werden. Bitte laden Sie sie erneut hoch.',
    source_missing:
      'Der Upload ging vor der Veröffentlichung verloren. Bitte laden Sie das Foto erneut hoch.',
    too_large: 'Das Foto ist zu groß für die Verarbeitung.',
    publish_too_large:
      'Das veröffentlichte Foto würde den reservierten Speicherplatz überschreiten.',
    attempts_exhausted:
      'Die Veröffentlichung ist mehrmals fehlgeschlagen. Ein Administrator kann sie erneut starten.',
    retention_over:
      'Die Veröffentlichung ist fehlgeschlagen und der Upload abgelaufen. Bitte laden Sie das Foto erneut hoch.',
  },
  takeout: {
    title: 'Fotos exportieren',
    what: 'Alle Ihre Fotos in voller Größe als ZIP-Datei, mit einer Liste ihrer Namen, Beschreibungen und Links.',
    inVolumes: (count) => `Aufgeteilt in ${count} Dateien mit je bis zu 500 Fotos.`,
    empty: 'Sie haben noch keine Fotos. Die Datei enthält nur eine leere Liste.',
    allowance: 'Bis zur Löschung Ihres Kontos können Sie alles bis zu dreimal herunterladen.',
    start: 'Alles herunterladen',
    next: (volume, volumes) => `Datei ${volume} von ${volumes} speichern`,
    again: (volume) => `Datei ${volume} erneut versuchen`,
    kept: (volume, volumes) =>
      `Zuletzt wurde Datei ${volume} von ${volumes} gespeichert. Setzen Sie mit der nächsten fort oder beginnen Sie von vorn.`,
    restart: 'Von vorn beginnen',
    anew: 'Erneut herunterladen',
    running: (volume, volumes) => `Datei ${volume} von ${volumes} wird gespeichert …`,
    progress: (volume, volumes, bytes) =>
      volumes === 1
        ? `${bytes} gespeichert`
        : `Datei ${volume} von ${volumes}, ${bytes} gespeichert`,
    saved: (volume) => `Datei ${volume} gespeichert.`,
    done: (bytes) => `Alles gespeichert: ${bytes}.`,
    handedOver: (volume) =>
      `Ihr Browser lädt Datei ${volume} herunter. Fahren Sie fort, sobald sie fertig ist.`,
    allHandedOver:
      'Download gestartet. Den Fortschritt sehen Sie in der Downloadliste Ihres Browsers.',
    failed: (volume) => `Datei ${volume} konnte nicht gespeichert werden.`,
    unwritable: 'Die Datei konnte nicht geschrieben werden. Ist genug Speicherplatz frei?',
    elsewhere: 'Der Download läuft in einem anderen Fenster.',
  },
};
