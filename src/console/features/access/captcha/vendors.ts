/** The widgets of captcha vendors, by verification protocol. */

import type { CaptchaMessage } from './messages.ts';

export interface WidgetOptions {
  readonly place: HTMLElement;
  readonly siteKey: string;
  /** URL of the vendor's script. */
  readonly script: string;
  readonly action: string;
  /** As in BCP 47. */
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly tell: (message: CaptchaMessage) => void;
}

/** Turnstile, "Embed the widget" and "Widget configurations"; hCaptcha, "Configuration", differs in a few names. */
interface TokenWidget {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
}

/** GeeTest v4, "Web API". */
interface LotWidget {
  appendTo(place: HTMLElement): void;
  onReady(heard: () => void): this;
  onBoxShow?(heard: () => void): this;
  onNextReady(heard: () => void): this;
  onSuccess(heard: () => void): this;
  onClose(heard: () => void): this;
  onError(heard: () => void): this;
  getValidate(): Lot | false | undefined;
}

interface Lot {
  readonly lot_number: string;
  readonly captcha_output: string;
  readonly pass_token: string;
  readonly gen_time: string;
}

interface Vendors {
  readonly turnstile?: TokenWidget;
  readonly hcaptcha?: TokenWidget;
  readonly initGeetest4?: (
    options: Readonly<Record<string, unknown>>,
    made: (widget: LotWidget) => void,
  ) => void;
  vendorIsThere?: () => void;
}

/** Both token vendors have a widget of 300 pixels and a compact one. */
const WIDGET_WIDTH_PX = 304;

const LOT_BUTTON = { width: '100%', height: '50px' };
const LOT_LANGUAGES: Readonly<Record<string, string>> = { en: 'eng', de: 'deu', zh: 'zho' };

const vendors = globalThis as unknown as Vendors;

/** Loads the vendor's script and shows its widget; reports the outcome, failures too. */
export function openWidget(provider: string, options: WidgetOptions): void {
  const open = { provider_a: openTurnstile, provider_b: openHcaptcha, provider_c: openLot }[
    provider
  ];
  open?.(options);
}

function openTurnstile(options: WidgetOptions): void {
  const { place, siteKey, script, action, language, theme, tell } = options;
  loadWithCallback(script, { render: 'explicit' }, tell, () => {
    vendors.turnstile?.render(place, {
      sitekey: siteKey,
      action,
      language,
      theme,
      size: isNarrow() ? 'compact' : 'flexible',
      callback: (token: string) =>
        tell({ captcha: 'answered', answer: { provider: 'provider_a', token, action } }),
      'expired-callback': () => tell({ captcha: 'expired' }),
      'timeout-callback': () => tell({ captcha: 'expired' }),
      'error-callback': () => tell({ captcha: 'failed' }),
    });
    tell({ captcha: 'ready' });
  });
}

function openHcaptcha({ place, siteKey, script, language, theme, tell }: WidgetOptions): void {
  const parameters = { render: 'explicit', recaptchacompat: 'off', hl: language };
  loadWithCallback(script, parameters, tell, () => {
    vendors.hcaptcha?.render(place, {
      sitekey: siteKey,
      theme,
      size: isNarrow() ? 'compact' : 'normal',
      callback: (token: string) =>
        tell({ captcha: 'answered', answer: { provider: 'provider_b', token } }),
      'open-callback': () => tell({ captcha: 'opened' }),
      'close-callback': () => tell({ captcha: 'closed' }),
      'chalexpired-callback': () => tell({ captcha: 'closed' }),
      'expired-callback': () => tell({ captcha: 'expired' }),
      'error-callback': () => tell({ captcha: 'failed' }),
    });
    tell({ captcha: 'ready' });
  });
}

function openLot({ place, siteKey, script, language, tell }: WidgetOptions): void {
  load(script, tell, () => {
    const wording = LOT_LANGUAGES[language] ?? 'eng';
    vendors.initGeetest4?.(
      { captchaId: siteKey, product: 'float', language: wording, nativeButton: LOT_BUTTON },
      (widget) => {
        widget.appendTo(place);
        widget
          .onReady(() => tell({ captcha: 'ready' }))
          .onNextReady(() => tell({ captcha: 'opened' }))
          .onClose(() => tell({ captcha: 'closed' }))
          .onError(() => tell({ captcha: 'failed' }))
          .onSuccess(() => {
            const lot = widget.getValidate();
            if (!lot) return;
            const { lot_number, captcha_output, pass_token, gen_time } = lot;
            const answer = { lot_number, captcha_output, pass_token, gen_time };
            tell({ captcha: 'answered', answer: { provider: 'provider_c', ...answer } });
          });
      },
    );
  });
}

/** Loads a script that calls the global function named in its URL. */
function loadWithCallback(
  script: string,
  parameters: Readonly<Record<string, string>>,
  tell: WidgetOptions['tell'],
  loaded: () => void,
): void {
  const url = new URL(script);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.searchParams.set('onload', 'vendorIsThere');
  vendors.vendorIsThere = loaded;
  load(url.href, tell, () => undefined);
}

function isNarrow(): boolean {
  return innerWidth < WIDGET_WIDTH_PX;
}

function load(url: string, tell: WidgetOptions['tell'], loaded: () => void): void {
  const script = document.createElement('script');
  script.addEventListener('load', loaded);
  script.addEventListener('error', () => tell({ captcha: 'failed' }));
  script.src = url;
  document.head.append(script);
}
