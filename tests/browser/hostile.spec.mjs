// Links are hostile input: whatever they hold, the page stays alive and nothing of theirs becomes markup.
import { expect, expectPlan, field, help, move, test, type } from './plan_page.mjs';

/** The page answers, and holds nothing it was not built with. */
async function expectAlive(page) {
  await move(page, 'v=1&view=plan&base=123&retries=2');
  await expectPlan(page, { baseline: [123, 246] });
  expect(await page.evaluate(() => ({
    injected: document.body.querySelectorAll('img, script, iframe, svg, object, a[href^="javascript"], [onerror], [onload]').length,
    called: window.called ?? 0,
    polluted: Object.keys(Object.prototype).length + ('polluted' in {} ? 1 : 0),
  }))).toEqual({ injected: 0, called: 0, polluted: 0 });
}

const MARKUP = '<img src=x onerror="window.called=1"><script>window.called=1</script><svg onload=called=1>';
const HOSTILE = {
  'markup in every value': ['base', 'multiplier', 'cap', 'retries', 'jitter', 'request', 'retry_after', 'deadline', 'v', 'view'].map((key) => `${key}=${encodeURIComponent(MARKUP)}`).join('&'),
  'markup unescaped': `base=${MARKUP}`,
  'markup in keys': `${encodeURIComponent(MARKUP)}=1&${encodeURIComponent(MARKUP)}=2&"><img src=x onerror=called=1>`,
  'prototype names': '__proto__=1&__proto__[polluted]=1&constructor=2&constructor.prototype.polluted=1&toString=3&hasOwnProperty=4',
  'NUL and control characters': 'base=5%00&cap=%00&jitter=%00&%00=%00&retries=3%0A&deadline=%1b[31m1%7f',
  'percent garbage': 'base=%&cap=%zz&retries=%u0041&%&%%%=%%%&request=%ff%fe&deadline=%c3%28&jitter=%e2%82',
  'direction marks': 'base=%E2%80%AE005&%E2%80%AEkey=1&jitter=%E2%81%A6none',
  'surrogates and emoji': 'base=%ED%A0%80&cap=%F0%9F%92%A5&retries=\u{1F4A5}&\u{1F4A5}=1',
  'numbers beyond all machines': 'base=1e999&cap=99999999999999999999999999999999999999&retries=18446744073709551616&deadline=0.00000000000000000000000000000000000001&multiplier=-0',
  'separators only': '&&&===&=&;;;##?#?&',
  'an address inside': 'https://example.org/#v=1&view=plan&base=1',
  'one key a thousand times': 'base=1&'.repeat(1000),
};

for (const [name, link] of Object.entries(HOSTILE)) {
  test(`${name}, opened and edited in`, async ({ page, open }) => {
    await open(link);
    await expect(field(page, 'base')).toBeVisible();
    await expectAlive(page);
    await move(page, link);
    await expectAlive(page);
  });
}

test('very long links: the page stays usable and of bounded size', async ({ page, open }) => {
  await open();
  const links = {
    'a long number': `base=${'9'.repeat(90_000)}`,
    'a long word for the jitter': `jitter=${'x'.repeat(90_000)}`,
    'a long unknown key': `${'k'.repeat(90_000)}=1`,
    'many unknown keys': Array.from({ length: 12_000 }, (_, i) => `k${i}`).join('&'),
    'many repeated unknown keys': Array.from({ length: 6000 }, (_, i) => `k${i}&k${i}`).join('&'),
    'longer than any link that is read': `base=${'1'.repeat(200_000)}`,
  };
  for (const [name, link] of Object.entries(links)) {
    await test.step(name, async () => {
      await move(page, link);
      expect(await page.evaluate(() => document.body.scrollHeight), 'height').toBeLessThan(6000);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'width').toBeLessThanOrEqual(0);
      await expectAlive(page);
    });
  }
});

test('the raw text of hostile values stays in the fields as text', async ({ page, open }) => {
  await open(`base=${encodeURIComponent(MARKUP)}&jitter=${encodeURIComponent(MARKUP)}&x${encodeURIComponent('<b>')}=1`);
  await expect(field(page, 'base')).toHaveValue(MARKUP);
  await expect(field(page, 'jitter')).toHaveValue(MARKUP);
  await expect(page.getByRole('alert')).toContainText('x<b>');
  await type(page, { request: MARKUP });
  expect(await help(page, 'request')).toContain('0 to 600,000 ms');
  await expectAlive(page);
});

// Reproducible noise: the seed is in the name of the test.
function noise(seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const pick = (list) => list[Math.floor(next() * list.length)];
  const keys = ['v', 'view', 'base', 'multiplier', 'cap', 'retries', 'jitter', 'request', 'retry_after', 'deadline', '', '__proto__', 'x'];
  const values = ['1', '0', '2', '30', '500', '1.5s', '1h', 'plan', 'simulate', 'none', 'full', 'decorrelated', '-1', 'NaN', '1e9', '600000', '0.001', '', '%', '%00', '%F0%9F', '<b>', '"', "'", '\u202e', '٣', '５００', '3600000', '86400', '3000000000'];
  const pair = () => `${pick(keys)}${pick(['=', '=', '=', '=', '', '==', '%3D'])}${pick(values)}${next() < 0.1 ? pick(values) : ''}`;
  return () => Array.from({ length: 1 + Math.floor(next() * 9) }, pair).join(pick(['&', '&', '&', '&&', ';', '&#']));
}

for (const seed of [1, 2]) {
  test(`a hundred links of noise in one page, seed ${seed}`, async ({ page, open }) => {
    await open();
    const link = noise(seed);
    for (let i = 0; i < 100; i += 1) await move(page, link());
    await expectAlive(page);
  });
}
