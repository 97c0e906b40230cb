import type { Catalogue } from '../catalogue.ts';

export const apps: Catalogue['apps'] = {
  title: 'API-Schlüssel',
  intro:
    'Mit einem Schlüssel nutzt eine App Ihr Konto ohne Ihr Passwort. Geben Sie jeder App einen eigenen, dann können Sie jeden einzeln widerrufen.',
  create: 'Neuer Schlüssel',
  name: 'Bezeichnung',
  nameHint: 'Die App oder der Computer, für den er ist.',
  scopes: 'Berechtigungen',
  scopeNames: {
    upload: 'Fotos hochladen',
    read: 'Ihre Fotos und Ihr Profil sehen',
    manage: 'Fotos ändern, teilen und löschen',
  },
  scopeMarks: { upload: 'Hochladen', read: 'Lesen', manage: 'Verwalten' },
  visibility: 'Sichtbarkeit der Uploads',
  expiry: 'Gültigkeit',
  expiries: {
    month: '30 Tage',
    quarter: '90 Tage',
    year: 'Ein Jahr',
    never: 'Unbegrenzt',
  },
  perMinute: 'Anfragen pro Minute (optional)',
  perMinuteHint: (most) => `Von 1 bis ${most}.`,
  faults: {
    nameMissing: 'Geben Sie eine Bezeichnung ein.',
    nameLong: 'Bezeichnungen haben höchstens 64 Zeichen.',
    scopesMissing: 'Wählen Sie mindestens eine Berechtigung.',
    perMinute: 'Geben Sie eine ganze Zahl in diesem Bereich ein.',
  },
  tooMany: 'Sie haben zu viele Schlüssel. Widerrufen Sie zuerst einen.',
  submit: 'Schlüssel erstellen',
  made: (name) => `Ihr Schlüssel für ${name}`,
  shownOnce: 'Kopieren Sie ihn jetzt. Er wird nicht noch einmal angezeigt.',
  key: 'Schlüssel',
  copyNamed: (name) => `${name} kopieren`,
  none: 'Noch keine Schlüssel',
  noneHint: 'Erstellen Sie einen, um aus ShareX, PicGo, vom Telefon oder per Skript hochzuladen.',
  created: (moment) => `Erstellt ${moment}`,
  neverUsed: 'nie benutzt',
  lastUsed: (moment) => `zuletzt benutzt ${moment}`,
  expires: (date) => `gültig bis ${date}`,
  expired: 'Abgelaufen',
  limit: (count) => `${count} Anfragen pro Minute`,
  setUp: 'App einrichten',
  setUpNamed: (name) => `App einrichten mit ${name}`,
  rotate: 'Ersetzen',
  rotateNamed: (name) => `Ersetzen: ${name}`,
  rotateQuestion: 'Der alte Schlüssel gilt dann sofort nicht mehr.',
  revoke: 'Widerrufen',
  revokeNamed: (name) => `Widerrufen: ${name}`,
  revokeQuestion: 'Apps mit diesem Schlüssel funktionieren dann sofort nicht mehr.',
  revoked: 'Schlüssel widerrufen.',
  pasteKey: 'Schlüssel für die Einstellungen',
  pasteHint:
    'Tintype bewahrt den Schlüssel selbst nicht auf. Fügen Sie ihn hier ein; er bleibt auf dieser Seite.',
  pasteOther: 'Das ist nicht dieser Schlüssel.',
  download: (file) => `${file} herunterladen`,
  uploadOnly: 'Braucht einen Schlüssel, der nur hochladen darf, weil er Teil einer Adresse wird.',
  groups: {
    screenshots: 'Bildschirmfotos',
    writing: 'Schreiben',
    phones: 'Telefone',
    programs: 'Befehlszeile und Programme',
  },
  names: { shortcuts: 'Kurzbefehle' },
  steps: {
    sharex:
      'Öffnen Sie die Datei: ShareX importiert sie und bietet an, sie für Bilder zu verwenden.',
    greenshot:
      'Speichern Sie das Skript. Öffnen Sie in den Einstellungen von Greenshot Plugins, External command, Konfigurieren, und fügen Sie das Skript mit dem Argument "{0}" hinzu. Greenshot kopiert den ausgegebenen Link.',
    flameshot:
      'Machen Sie das Skript ausführbar und legen Sie es auf ein Tastenkürzel. Es braucht curl, und wl-copy oder xclip zum Kopieren des Links.',
    ishare: 'Öffnen Sie die Datei: ishare importiert sie. Wählen Sie sie danach als Uploader.',
    itake: 'Importieren Sie die Datei in den Einstellungen von iTake.',
    dropshare:
      'Fügen Sie eine Verbindung vom Typ „Custom API“ hinzu und tragen Sie diese Werte ein.',
    picgo:
      'Installieren Sie das Plugin web-uploader. Übernehmen Sie diese Einstellungen dann in die Konfigurationsdatei von PicGo und starten Sie PicGo neu.',
    piclist: 'Wählen Sie „Advanced Custom“ als Bilderdienst und tragen Sie diese Werte ein.',
    upic: 'Importieren Sie die Datei in den Einstellungen von uPic unter „Hosts“.',
    typora:
      'Machen Sie das Skript ausführbar. Wählen Sie in den Einstellungen von Typora unter „Bild“ den eigenen Befehl und tragen Sie den Pfad des Skripts ein.',
    typoraWindows:
      'Speichern Sie das Skript. Wählen Sie in den Einstellungen von Typora unter „Bild“ den eigenen Befehl und tragen Sie den Pfad des Skripts ein.',
    obsidian:
      'Schalten Sie im Plugin Image auto upload den Modus für einen entfernten Server ein und tragen Sie diese Adressen ein.',
    lsky: 'Für jede App, die zu Lsky Pro hochlädt.',
    shortcuts:
      'Erstellen Sie einen Kurzbefehl, der Bilder aus dem Teilen-Menü annimmt, mit diesen Aktionen: Bild konvertieren (in JPEG), Inhalte von URL abrufen (mit diesen Werten), Wörterbuchwert abrufen, In Zwischenablage kopieren.',
    xshare: 'Importieren Sie die Datei. Auch andere Apps für Uploader von ShareX 13 lesen sie.',
    command:
      'Der Befehl des Upload-Pakets, für Node 20 oder neuer. Er gibt je Zeile einen Link aus, sodass Typora und Skripte ihn verwenden können.',
    curl: 'Lädt photo.jpg hoch und gibt den Link aus.',
    python: 'Starten Sie es mit den Dateien zum Hochladen. Es braucht das Paket requests.',
    javascript: 'Starten Sie es mit den Dateien zum Hochladen, in Node 20 oder neuer.',
  },
};
