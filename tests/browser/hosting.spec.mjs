// The built folder on a static host: any path, nothing asked of anyone else.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST, canvas, expect, expectPlan, rowButton, test, type, watch } from './plan_page.mjs';
import { serve } from './server.mjs';

for (const prefix of ['/docs/tools/retry/', '/']) {
  test(`works from ${prefix} and asks only its own host`, async ({ context }) => {
    const server = await serve(DIST, { prefix });
    const page = await context.newPage();
    const complaints = watch(page, server.url);
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.url}#jitter=full&deadline=1700`);
    await expectPlan(page, { deadline: ['✓ in time', '✓ in time', '◐ may miss (52 %)'] });
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^[^/]/);

    // A tour of everything that could ask for something.
    await page.getByLabel('Start from an example').selectOption({ label: 'Exactly at the deadline' });
    await type(page, { base: '123', jitter: 'decorrelated', retry_after: '1' });
    await canvas(page).hover();
    await rowButton(page, 2).click();
    await page.getByRole('button', { name: 'Log' }).click();
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByRole('button', { name: 'Use as deadline' }).click();
    await page.waitForTimeout(400);
    await page.reload();
    await expectPlan(page, { baseline: [123, 135.3, 148.83] });

    expect(complaints).toEqual([]);
    for (const url of asked) {
      expect(url.startsWith(server.url), url).toBe(true);
      expect(url, 'no request carries the policy').not.toMatch(/[?#].*(base|deadline|jitter)/);
    }
    await server.close();
  });
}

test('the page names no other host and no absolute path', async () => {
  const html = await readFile(join(DIST, 'index.html'), 'utf8');
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"|from\s*'([^']*)'|module_or_path:\s*'([^']*)'/g)].map((m) => m[1] ?? m[2] ?? m[3]);
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses) expect(address).not.toMatch(/^(\/|[a-z]+:)/i);
});

test('without scripts the page says what it is and what to do', async ({ browser }) => {
  const server = await serve(DIST);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Retryscope' })).toBeVisible();
  await expect(page.getByText('Computes when each retry')).toBeVisible();
  // Chromium with scripts switched off from outside keeps this text, but does not lay it out.
  expect(await page.locator('noscript').textContent()).toContain('needs JavaScript');
  await context.close();
  await server.close();
});
