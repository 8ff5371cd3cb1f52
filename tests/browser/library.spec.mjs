// The library view: found, shown, loaded into Plan and Simulate, compared. Numbers come from the research file.
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, field, move, plan, test } from './plan_page.mjs';
import { finished } from './simulate_page.mjs';

const RESEARCH = JSON.parse(readFileSync(new URL('../golden/libraries.json', import.meta.url)));
const known = (id) => RESEARCH.find((library) => library.id === id);
const names = (page) => page.locator('.library-title');
const choose = (page, name) => page.locator('.library-name', { hasText: name }).first().click();
const heading = (page) => page.locator('#entry-heading');

test('the list finds by name, language, jitter, Retry-After and budget, and the link keeps it', async ({ page, open }) => {
  await open('view=library');
  await expect(names(page)).toHaveCount(RESEARCH.length);
  await page.getByLabel('Language').selectOption('Go');
  const go = RESEARCH.filter(({ language }) => language === 'Go').length;
  await expect(names(page)).toHaveCount(go);
  await page.getByLabel('Jitter').selectOption('no');
  const steady = RESEARCH.filter(({ language, distribution }) => language === 'Go' && distribution === 'constant').length;
  await expect(names(page)).toHaveCount(steady);
  await page.getByLabel('Find').fill('retryable');
  await expect(names(page)).toHaveCount(1);
  await expect(page).toHaveURL(/view=library&find=retryable&language=Go&jitter=no$/);
  await page.getByLabel('Find').fill('no such thing');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
});

test('an entry shows its default plan, how it counts and what surprises', async ({ page, open }) => {
  await open('view=library');
  await choose(page, 'got');
  await expect(heading(page)).toContainText('16.1.0');
  const { retries } = await plan(page);
  expect(retries.map(({ wait }) => wait)).toEqual(known('got').waits_example.slice(0, 2));
  await expect(page.getByText('By default 2 retries, 3 requests in total.')).toBeVisible();
  for (const surprise of known('got').surprises) await expect(page.getByText(surprise)).toBeVisible();
  await expect(page).toHaveURL(/view=library&id=got$/);
  await page.goBack();
  await expect(heading(page)).toHaveCount(0);
});

test('a header can be tried on an entry', async ({ page, open }) => {
  await open('view=library&id=undici-retry');
  await page.getByLabel('Try a Retry-After').fill('120');
  await expect(page.locator('.try-header-fate')).toContainText('cut. 2 min is cut: it waits 30 s');
});

test('an unverified entry says so, an unknown one offers near names', async ({ page, open }) => {
  await open('view=library&id=gcp-pubsub');
  await expect(page.getByText('Unverified: read')).toBeVisible();
  await move(page, 'view=library&id=undici');
  await page.getByRole('button', { name: 'undici-retry' }).click();
  await expect(heading(page)).toContainText('undici');
});

test('a library loads into Plan, where its dialect can be edited', async ({ page, open }) => {
  await open('view=library&id=kafkajs');
  await page.getByRole('button', { name: 'Load into Plan' }).first().click();
  await expect(field(page, 'base')).toHaveValue('300');
  const loaded = await plan(page);
  expect(loaded.retries.map(({ wait }) => wait)).toEqual(known('kafkajs').waits_example.slice(0, 5));
  // Twice as much after each draw: the first wait stays, the second doubles.
  await page.getByLabel('Factor after').fill('4');
  await expect.poll(async () => (await plan(page)).retries[1].wait).toEqual([768, 1728]);
  await expect(page).toHaveURL(/post=4.*client=kafkajs/);
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(heading(page)).toContainText('KafkaJS', { ignoreCase: true });
});

test('a plan link names a library', async ({ page, open }) => {
  await open('library=undici-retry&retries=2');
  await expect(field(page, 'retries')).toHaveValue('2');
  await expect.poll(async () => (await plan(page))?.retries.map(({ wait }) => wait[1])).toEqual([500, 1000]);
});

test('two libraries are compared and simulated side by side', async ({ page, open }) => {
  await open('view=library&id=go-retryablehttp');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await choose(page, 'got');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const table = page.getByRole('region', { name: 'Comparison of libraries' });
  await expect(table.getByRole('row', { name: /^Jitter/ })).toContainText('≠');
  await expect(table.getByRole('row', { name: /^First retry/ })).not.toContainText('≠');
  await expect(table.getByRole('row', { name: /^Wait 1/ })).toContainText('1,000 – 1,100');
  await page.getByRole('button', { name: 'Simulate a crowd with each' }).click();
  const results = await finished(page);
  expect(Object.keys(results.Served)).toEqual(['go-retryablehttp', 'got']);
  // Without jitter a wave shrinks by exactly the capacity: 5 attempts × 50 of 1,000 clients.
  expect(results.Served['go-retryablehttp'].median).toBe('250');
});

test('a library loads into Simulate', async ({ page, open }) => {
  await open('view=library&id=tanstack-query');
  await page.getByRole('button', { name: 'Load into Simulate' }).click();
  const results = await finished(page);
  expect(results.Served['tanstack-query'].median).toBe('200');
});

test('the catalogue that cannot be loaded is said, and tried again', async ({ page, open, complaints }) => {
  let refused = true;
  await page.route('**/catalogue.json*', (route) => (refused ? route.fulfill({ status: 503 }) : route.continue()));
  await open('view=library');
  await expect(page.getByText('The catalogue could not be loaded: the server answers 503.')).toBeVisible();
  refused = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(names(page)).toHaveCount(RESEARCH.length);
  complaints.length = 0;
});

for (const [name, fragment] of [
  ['the list', 'view=library'],
  ['an entry', 'view=library&id=gcp-pubsub'],
  ['a comparison', 'view=library&compare=got,ky,botocore-standard,envoy-retry'],
  ['a dialect in Plan', 'library=kafkajs'],
]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing: ${name}, ${colorScheme}`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      await open(fragment);
      await page.waitForTimeout(500);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    });
  }
}

test('nothing scrolls sideways at 320 px but a table in its region', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const fragment of ['view=library&id=kafkajs', 'view=library&compare=got,ky,botocore-standard,envoy-retry', 'library=kafkajs']) {
    await open(fragment);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), fragment).toBeLessThanOrEqual(320);
  }
});
