// The three published studies, read off the page.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { expect, finished, medians, status, study, test } from './simulate_page.mjs';

const golden = (name) => JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url)));

// Published figures: tests/golden/README.md says whose they are.
const STUDIES = [
  {
    name: 'Fixed-window contention',
    link: 'v=1&view=simulate&scenario=fixed-window',
    figures: {
      Served: { immediate: '25', fixed: '225', exponential: '225', full: '500' },
      Failed: { immediate: '475', fixed: '275', exponential: '275', full: '0' },
      Requests: { immediate: '4,300', fixed: '3,600', exponential: '3,600', full: '1,956' },
      'Peak retries': { immediate: '3,800', fixed: '475', exponential: '475', full: '248' },
      Collisions: { immediate: '3,800', fixed: '2,900', exponential: '2,900', full: '981' },
      'p95 served': { immediate: '0 ms', fixed: '4 s', exponential: '19.75 s', full: '2.686 s' },
    },
    ranges: { Requests: { full: '1,918 – 1,978' }, 'p95 served': { full: '2.503 s – 3.119 s' } },
  },
  {
    name: 'Tick model',
    link: 'v=1&view=simulate&scenario=tick&clients=200',
    figures: {
      Requests: { fixed: '2,100', exponential: '2,100' },
      Ticks: { fixed: '39', exponential: '511' },
    },
    ranges: {},
  },
  {
    name: 'Outage recovery',
    link: 'v=1&view=simulate&scenario=outage',
    figures: {
      Requests: { fixed: '238,500', exponential: '88,500', full: '69,851', decorrelated: '64,766' },
      'All served by': { fixed: '27 s', exponential: '224 s', full: '51 s', decorrelated: '52 s' },
      'Peak from 5 s': { fixed: '10,000', full: '4,003', decorrelated: '2,809' },
    },
    ranges: {},
  },
];

for (const { name, link, figures, ranges } of STUDIES) {
  test(`${name}: opens from its link and shows the published figures`, async ({ page, open }) => {
    await open(link);
    const table = await finished(page);
    for (const [metric, policies] of Object.entries(figures)) {
      expect(medians(table, metric), metric).toMatchObject(policies);
    }
    for (const [metric, policies] of Object.entries(ranges)) {
      for (const [policy, range] of Object.entries(policies)) expect(table[metric][policy].range).toBe(range);
    }
    const shown = await page.locator('.receipt dd').first().innerText();
    expect(shown).toBe(link);
    await expect(page.locator('.receipt dd').nth(1)).toHaveText(createHash('sha256').update(link).digest('hex'));
  });

  test(`${name}: opens from the list of scenarios and runs at once`, async ({ page, open }) => {
    await open('view=simulate&scenario=own');
    await page.locator('#scenario').selectOption({ label: name });
    if (name === 'Tick model') await study(page, 'clients').fill('200');
    await expect.poll(async () => (await page.locator('.receipt dd').allInnerTexts())[0]).toBe(link);
    const table = await finished(page);
    const [metric, policies] = Object.entries(figures)[0];
    expect(medians(table, metric)).toMatchObject(policies);
  });
}

test('the best of each metric is marked, times among the policies that serve most', async ({ page, open }) => {
  await open(STUDIES[0].link);
  const table = await finished(page);
  const best = (metric) => Object.entries(table[metric]).filter(([, cell]) => cell.best).map(([name]) => name);
  expect(best('Served')).toEqual(['full']);
  expect(best('Requests')).toEqual(['full']);
  expect(best('Peak requests')).toEqual(['fixed', 'exponential']);
  // Immediate serves its 25 clients at 0 ms and loses all others: that is not fast.
  expect(best('p95 served')).toEqual(['full']);
  expect(best('First served')).toEqual([]);
});

test('each metric says what it means, on hover and on focus, in one place', async ({ page, open }) => {
  await open(STUDIES[0].link);
  await finished(page);
  const meaning = page.locator('#meaning');
  await page.getByRole('button', { name: 'Collisions' }).hover();
  await expect(meaning).toContainText('Retries that were rejected');
  await page.getByRole('button', { name: 'Amplification' }).focus();
  await expect(meaning).toContainText('Requests divided by clients');
});

test('the sentences follow the scenario', async ({ page, open }) => {
  await open(STUDIES[0].link);
  await finished(page);
  const sentence = page.locator('.sentences li').filter({ hasText: 'full:' });
  await expect(sentence).toContainText('500 of 500 clients were served');
  await expect(sentence).toContainText('1,956 requests');
  await study(page, 'capacity').fill('50');
  await expect(sentence).not.toContainText('1,956 requests');
  await expect(sentence).toContainText('500 of 500 clients were served');
  await study(page, 'retries').fill('0');
  // Without retries only the first window's capacity is served: 50 of 500, at once, in 500 requests.
  await expect(sentence).toContainText('50 of 500 clients were served');
  await expect(sentence).toContainText('450 gave up');
  await expect(sentence).toContainText('500 requests (1.00 per client)');
});

test('the table of values holds the published arrivals', async ({ page, open }) => {
  await open(STUDIES[2].link);
  await finished(page);
  await page.getByText('The same values as a table').click();
  const arrivals = golden('outage').results.find(({ policy }) => policy === 'fixed').arrivals_per_second;
  const rows = await page.locator('.values tbody tr').evaluateAll((all) =>
    all.map(({ cells }) => [...cells].slice(1, 4).map((cell) => Number(cell.innerText.replaceAll(',', '')))),
  );
  expect(rows.map(([first, retries]) => first + retries)).toEqual(arrivals);
});

test('a prediction is asked first, kept over a reload, and absent where results are asked for', async ({ page, open }) => {
  await open(STUDIES[0].link);
  await finished(page);
  const panel = page.getByLabel('Prediction');
  await expect(panel).toContainText('Predict: which policy finishes last?');
  await panel.getByRole('button', { name: 'fixed' }).click();
  await expect(panel).toContainText('You said fixed; exponential finished last, after 19.751 s');
  await page.reload();
  await finished(page);
  await expect(panel).toContainText('You said fixed');
  await page.goto('about:blank');
  await open(`${STUDIES[0].link}&results=1`);
  await finished(page);
  await expect(panel).toHaveCount(0);
  await page.goto('about:blank');
  await open(STUDIES[2].link);
  await finished(page);
  await panel.getByRole('button', { name: 'Skip' }).click();
  await expect(panel).not.toContainText('You said');
  await expect(status(page)).toContainText('Finished');
});
