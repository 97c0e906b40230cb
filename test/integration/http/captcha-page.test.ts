import { describe, expect, it } from 'vitest';
import { seedPublishedImage, seedUser } from '../../support/images.ts';
import { BASE_URL, createTestWorker } from '../../support/worker.ts';

const VENDOR = {
  CAPTCHA_A_SITE_KEY: 'key "<a>',
  CAPTCHA_B_SITE_KEY: 'b',
  CAPTCHA_B_SCRIPT_URL: 'https://check.example.org/api.js?x=1',
};

const readPolicy = (response: Response): Map<string, string[]> =>
  new Map(
    (response.headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

describe('the frame of a captcha', () => {
  it('allows only the scripts of its vendor, and only our own pages may frame it', async () => {
    const worker = createTestWorker({ vars: VENDOR });
    const response = await worker.fetch('/captcha/provider_b?action=login');
    expect(response.status).toBe(200);
    const policy = readPolicy(response);
    const vendor = ['https://check.example.org', 'https://hcaptcha.com', 'https://*.hcaptcha.com'];
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual([BASE_URL, ...vendor]);
    expect(policy.get('frame-src')).toEqual(vendor);
    expect(policy.get('frame-ancestors')).toEqual([BASE_URL]);
    // Without `allow-same-origin`.
    expect(policy.get('sandbox')).toEqual(['allow-scripts', 'allow-forms', 'allow-popups']);
    expect(policy.has('require-trusted-types-for')).toBe(false);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    // A frame of an isolated page must declare COEP itself.
    expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(await response.text()).toContain('data-script="https://check.example.org/api.js?x=1"');
  });

  it('is unsandboxed at its own origin alone, and never there beside a page with a password', async () => {
    const apart = 'https://captcha.example';
    const vars = { ...VENDOR, PUBLIC_BASE_URL: BASE_URL, CAPTCHA_BASE_URL: `${apart}/` };
    const worker = createTestWorker({ vars });
    const path = '/captcha/provider_b?action=login';
    const asked = await worker.fetch(path, { redirect: 'manual' });
    expect(asked.status).toBe(302);
    expect(asked.headers.get('Location')).toBe(apart + path);
    const response = await worker.fetch(apart + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const policy = readPolicy(response);
    expect(policy.has('sandbox')).toBe(false);
    expect(policy.get('frame-ancestors')).toEqual([BASE_URL]);
    expect(await response.text()).toContain(`data-console="${BASE_URL}"`);
    const page = await worker.fetch('/sign-in');
    expect(readPolicy(page).get('frame-src')).toEqual(["'self'", apart]);
  });

  it('has a host where neither page, API nor image has its origin', async () => {
    const apart = 'https://captcha.example';
    const vars = { ...VENDOR, PUBLIC_BASE_URL: BASE_URL, CAPTCHA_BASE_URL: apart };
    const worker = createTestWorker({ vars });
    const { uniqueLink } = await seedPublishedImage(worker, { userId: await seedUser(worker) });
    const image = `/i/${uniqueLink}.webp`;
    expect((await worker.fetch(image)).status).toBe(200);
    const paths = [
      '/',
      '/sign-in',
      '/share',
      '/health',
      '/api/v1/public/config',
      '/api/v1/docs',
      image,
    ];
    for (const path of [...paths, '/captcha/', '/captcha/none/x']) {
      for (const origin of [apart, apart.replace('https:', 'http:')]) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const headers = { Accept: 'text/html', Origin: origin };
          const response = await worker.fetch(origin + path, { method, headers });
          expect([path, method, response.status]).toEqual([path, method, 404]);
          expect(response.headers.get('Content-Type')).toBe('application/json');
        }
      }
    }
    const config = await worker.fetch('/api/v1/public/config');
    expect(await config.json()).toMatchObject({ data: { captcha_origin: apart } });
  });

  describe('behind a proxy that terminates TLS', () => {
    const HTTP_URL = BASE_URL.replace('https:', 'http:');

    it('answers to the console at its https origin', async () => {
      const worker = createTestWorker({ vars: { ...VENDOR, PUBLIC_BASE_URL: BASE_URL } });
      const response = await worker.fetch(`${HTTP_URL}/captcha/provider_b`);
      const policy = readPolicy(response);
      expect(policy.get('script-src')?.[0]).toBe(BASE_URL);
      expect(policy.get('frame-ancestors')).toEqual([BASE_URL]);
      expect(policy.has('sandbox')).toBe(true);
      expect(await response.text()).toContain(`data-console="${BASE_URL}"`);
    });

    it('finds its own origin without a further redirect', async () => {
      const vars = { PUBLIC_BASE_URL: BASE_URL, CAPTCHA_BASE_URL: 'https://captcha.example' };
      const worker = createTestWorker({ vars: { ...VENDOR, ...vars } });
      const path = '/captcha/provider_b';
      const asked = await worker.fetch(HTTP_URL + path, { redirect: 'manual' });
      expect(asked.headers.get('Location')).toBe(vars.CAPTCHA_BASE_URL + path);
      const response = await worker.fetch(`http://captcha.example${path}`, { redirect: 'manual' });
      expect(response.status).toBe(200);
      const policy = readPolicy(response);
      expect(policy.get('script-src')?.[0]).toBe(vars.CAPTCHA_BASE_URL);
      expect(policy.get('frame-ancestors')).toEqual([BASE_URL]);
      expect(policy.has('sandbox')).toBe(false);
    });
  });

  it('is not isolated where pages are not', async () => {
    const worker = createTestWorker({ vars: { ...VENDOR, CROSS_ORIGIN_ISOLATION: 'false' } });
    const response = await worker.fetch('/captcha/provider_b');
    expect(response.headers.has('Cross-Origin-Embedder-Policy')).toBe(false);
  });

  it('inserts its key as text', async () => {
    const response = await createTestWorker({ vars: VENDOR }).fetch('/captcha/provider_a');
    expect(await response.text()).toContain('data-site-key="key &quot;&lt;a&gt;"');
  });

  it('is missing for a vendor without configuration', async () => {
    const worker = createTestWorker({ vars: VENDOR });
    for (const provider of ['provider_c', 'none', 'provider_d', 'constructor']) {
      expect((await worker.fetch(`/captcha/${provider}`)).status).toBe(404);
    }
  });
});

it('the upload page asks again for files shared to it without a service worker', async () => {
  const form = new FormData();
  form.append('files', new File(['x'], 'x.jpg', { type: 'image/jpeg' }));
  const response = await createTestWorker().fetch('/share', {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toBe('/upload?shared=failed');
});
