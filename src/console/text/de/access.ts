import type { Catalogue } from '../catalogue.ts';

export const access: Catalogue['access'] = {
  title: 'Anmelden',
  registerTitle: 'Konto anlegen',
  welcome: 'Schön, dass Sie wieder da sind.',
  registerLead: 'Ein Name, eine Adresse, ein Passwort: Das ist alles.',
  username: 'Benutzername',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  usernameHint: '3 bis 50 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  emailHint: 'Nur Sie und die Verwaltung sehen sie.',
  passwordHint: '8 bis 72 Zeichen. Ein kurzer Satz ist gut und leicht zu merken.',
  toRegister: 'Noch kein Konto?',
  toSignIn: 'Sie haben schon ein Konto?',
  check: 'Sind Sie ein Mensch?',
  checkMissing: 'Machen Sie zuerst diese Prüfung.',
  checkExpired: 'Die Prüfung ist abgelaufen. Machen Sie sie noch einmal.',
  checkFailed:
    'Die Prüfung lässt sich nicht laden. Vielleicht hält ein Filter Ihres Browsers oder Netzes sie auf.',
  checkAgain: 'Prüfung neu laden',
  lastCheck: 'Ihr Konto ist angelegt. Noch eine Prüfung, und Sie sind drin.',
  created: 'Ihr Konto ist angelegt. Melden Sie sich an, um fortzufahren.',
  suspended: 'Dieses Konto ist gesperrt. Wenden Sie sich an die Verwaltung.',
  noCookies:
    'Ihr Browser behält die Cookies dieser Seite nicht, und ohne sie bleibt niemand angemeldet. Erlauben Sie sie, und verwenden Sie eine Adresse, die mit https beginnt.',
  faults: {
    username: {
      missing: 'Geben Sie Ihren Benutzernamen ein.',
      short: 'Ein Benutzername hat mindestens 3 Zeichen.',
      long: 'Ein Benutzername hat höchstens 50 Zeichen.',
      characters: 'Erlaubt sind Buchstaben ohne Umlaute, Ziffern und . - _',
      taken: 'Dieser Name ist vergeben. Wenn er Ihnen gehört, melden Sie sich an.',
      refused: 'Dieser Name ist nicht erlaubt.',
    },
    email: {
      missing: 'Geben Sie Ihre E-Mail-Adresse ein.',
      form: 'Eine E-Mail-Adresse sieht aus wie name@example.org.',
      long: 'Eine E-Mail-Adresse hat höchstens 100 Zeichen.',
      taken: 'Diese Adresse hat schon ein Konto. Wenn sie Ihnen gehört, melden Sie sich an.',
      refused: 'Diese Adresse wird nicht angenommen.',
    },
    password: {
      missing: 'Geben Sie Ihr Passwort ein.',
      short: 'Ein Passwort hat mindestens 8 Zeichen.',
      long: 'Ein Passwort hat höchstens 72 Zeichen.',
      refused: 'Dieses Passwort wird nicht angenommen.',
    },
  },
};
