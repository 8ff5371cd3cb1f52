// The scenario's form, its links, its charts, and its manners with hostile input.
import AxeBuilder from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { field, move } from './plan_page.mjs';
import { comparison, expect, finished, status, study, test } from './simulate_page.mjs';

const OWN = 'v=1&view=simulate&scenario=own&clients=200&capacity=10&seeds=1-3';

test('bad values are marked all at once, keep their text, and are mended one by one', async ({ page, open }) => {
  await open(OWN);
  await finished(page);
  const bad = { clients: '0', capacity: '1.5', window: '2 parsecs', seeds: '9-1', horizon: '' };
  for (const [key, value] of Object.entries(bad)) await study(page, key).fill(value);
  await page.locator('#base-2').fill('-1');
  for (const [key, value] of Object.entries(bad)) {
    await expect(study(page, key)).toHaveAttribute('aria-invalid', 'true');
    await expect(study(page, key)).toHaveValue(value);
  }
  await expect(page.locator('#sim-clients-help')).toContainText('Too small. Allowed: 1 to 1,000,000');
  await expect(page.locator('#base-2')).toHaveAttribute('aria-invalid', 'true');
  await study(page, 'clients').fill('300');
  await expect(study(page, 'clients')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(study(page, 'seeds')).toHaveValue('9-1');
});

test('policies are added, renamed and removed, and carried to the plan and back', async ({ page, open }) => {
  await open(OWN);
  await finished(page);
  await page.locator('#name-2').fill('Checkout | <b>');
  await expect.poll(async () => Object.keys((await comparison(page)).Served)).toContain('Checkout | <b>');
  await page.getByRole('button', { name: 'Add policy' }).click();
  await page.getByRole('button', { name: 'Remove policy 1' }).click();
  await expect(page.locator('.policy')).toHaveCount(3);
  await page.locator('#base-1').fill('750');
  await page.locator('#retries-1').fill('4');
  await page.getByRole('button', { name: 'Open in Plan: policy 1' }).click();
  await expect(field(page, 'base')).toHaveValue('750');
  await expect(field(page, 'retries')).toHaveValue('4');
  await expect(field(page, 'jitter')).toHaveValue('full');
  await field(page, 'cap').fill('9s');
  await page.getByRole('button', { name: 'Simulate a crowd with it' }).click();
  await expect(page.locator('.policy')).toHaveCount(4);
  await expect(page.locator('#cap-4')).toHaveValue('9000');
  await expect(page.locator('#base-4')).toHaveValue('750');
  await page.goBack();
  await expect(field(page, 'cap')).toHaveValue(/9/);
});

test('a study refuses a policy it does not define and keeps its text', async ({ page, open }) => {
  await open('view=simulate&scenario=fixed-window&policies=full,equal,huh');
  await expect(page.locator('#policy-2')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#policy-2-help')).toContainText('immediate, fixed, exponential, full');
  await expect(page.locator('#policy-3')).toHaveValue('huh');
});

test('the address is canonical, survives a reload, and Back returns', async ({ page, open }) => {
  await open('view=simulate&scenario=outage&outage=30s&policies=full,fixed');
  await finished(page);
  await study(page, 'clients').fill('5000');
  const canonical = 'v=1&view=simulate&scenario=outage&clients=5000&outage=30000&policies=full,fixed';
  await expect.poll(() => page.evaluate(() => location.hash.slice(1))).toBe(canonical);
  await page.reload();
  await expect(study(page, 'clients')).toHaveValue('5000');
  const before = await finished(page);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(field(page, 'base')).toBeVisible();
  await page.goBack();
  await expect(study(page, 'clients')).toHaveValue('5000');
  expect(await finished(page)).toEqual(before);
});

test('hostile links neither break the page nor make it work', async ({ page, open }) => {
  await open('view=simulate');
  const words = ['own', 'tick', '0', '-1', '1e9', '999999999999999999999', 'full,'.repeat(40), '<img src=x onerror=alert(1)>', '%', '\u0000', 'NaN', '1-18446744073709551615'];
  const keys = ['scenario', 'clients', 'capacity', 'seeds', 'policies', 'names', 'base.1', 'retries.2', 'horizon', '__proto__', 'order'];
  let state = 7;
  const next = (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
  for (let i = 0; i < 80; i += 1) {
    const pairs = Array.from({ length: 1 + next(6) }, () => `${keys[next(keys.length)]}=${encodeURIComponent(words[next(words.length)])}`);
    await move(page, `view=simulate&${pairs.join('&')}`);
  }
  await move(page, 'view=simulate&scenario=own&clients=1000000&policies=immediate&seeds=1-10000&capacity=1');
  await expect(status(page)).not.toContainText('Running');
  expect(await page.locator('img').count()).toBe(0);
  await move(page, 'view=simulate&scenario=fixed-window&seeds=1-2');
  await finished(page);
});

test('charts are sharp, themed, read out exact values by keys, zoom, and hide policies', async ({ browser, site }) => {
  const page = await browser.newPage({ deviceScaleFactor: 2, colorScheme: 'light' });
  await page.goto(`${site}#v=1&view=simulate&scenario=outage`);
  await finished(page);
  const herd = page.locator('canvas').first();
  await herd.scrollIntoViewIfNeeded();
  const size = await herd.evaluate((c) => [c.width, c.height, c.clientWidth, c.clientHeight]);
  expect(size.slice(0, 2)).toEqual([size[2] * 2, size[3] * 2]);
  const pixels = () => herd.evaluate((c) => c.toDataURL());
  const light = await pixels();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(pixels).not.toBe(light);

  const golden = JSON.parse(readFileSync(new URL('../golden/outage.json', import.meta.url)));
  const fixed = golden.results.find(({ policy }) => policy === 'fixed');
  const readout = page.locator('.readout-many p').first();
  await herd.focus();
  await page.keyboard.press('Home');
  await expect(readout).toContainText(/from 0 ms\s+10,000 first\s+0 retries\s+0 accepted\s+10,000 rejected/);
  for (let second = 1; second <= 21; second += 1) await page.keyboard.press('ArrowRight');
  const arrived = fixed.arrivals_per_second[21].toLocaleString('en');
  const accepted = fixed.accepted_per_second[21].toLocaleString('en');
  await expect(readout).toContainText(new RegExp(`from 21 s\\s+0 first\\s+${arrived} retries\\s+${accepted} accepted`));
  const reset = page.getByRole('button', { name: 'Reset zoom' });
  await page.keyboard.press('+');
  await expect(reset).toBeEnabled();
  await page.keyboard.press('0');
  await expect(reset).toBeDisabled();
  const box = await herd.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 420, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect(reset).toBeEnabled();
  await reset.click();
  await page.locator('.toggle', { hasText: 'exponential' }).click();
  await expect(page.locator('.readout-many p')).toHaveCount(3);
  const fewer = await herd.evaluate((c) => c.clientHeight);
  expect(fewer).toBeLessThan(size[3]);
  await page.close();
});

for (const [scheme, width] of [['light', 1280], ['dark', 1280], ['light', 320]]) {
  test(`axe finds nothing and nothing scrolls sideways: ${scheme}, ${width} px`, async ({ browser, site }) => {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    for (const link of ['scenario=fixed-window', 'scenario=own&clients=0&seeds=x&policies=full,huh']) {
      await page.goto('about:blank');
      await page.goto(`${site}#view=simulate&${link}`);
      if (link === 'scenario=fixed-window') await finished(page);
      else await expect(status(page)).toContainText('Mend');
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(' ')}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
}
