// The link: the address follows, reproduces, and tells what is wrong with it.
import { arithmetic, expect, expectFragment, expectPlan, field, fragment, help, move, plan, staleMark, test, type, verdict } from './plan_page.mjs';

const historyLength = (page) => page.evaluate(() => history.length);

test('the address follows typing after a moment, without new history entries', async ({ page, open }) => {
  await open();
  const before = await historyLength(page);
  await field(page, 'base').clear();
  await field(page, 'base').pressSequentially('1234', { delay: 30 });
  expect(await fragment(page), 'not while one is still typing').not.toContain('1234');
  await expectFragment(page, 'v=1&view=plan&base=1234');
  await type(page, { deadline: '9s' });
  await expectFragment(page, 'v=1&view=plan&base=1234&deadline=9000');
  await type(page, { base: '500', deadline: '' });
  await expectFragment(page, 'v=1&view=plan');
  expect(await historyLength(page)).toBe(before);
});

// What is typed, and the canonical fragment: v, view, then the keys in order, bare numbers, defaults left out.
const CANONICAL = [
  [{ deadline: '10s', retry_after: '2', base: '250' }, 'v=1&view=plan&base=250&retry_after=2&deadline=10000'],
  [{ jitter: 'equal', retries: '0', multiplier: '1.500', cap: '1m' }, 'v=1&view=plan&multiplier=1.5&cap=60000&retries=0&jitter=equal'],
  [{ request: '0.5ms' }, 'v=1&view=plan&request=0.5'],
  [{ base: '0500.0', cap: '30s', retry_after: '0', deadline: '0' }, 'v=1&view=plan&retry_after=0&deadline=0'],
];

test('the address is canonical', async ({ page, open }) => {
  const defaults = { base: '500', multiplier: '2', cap: '30000', retries: '3', jitter: 'none', request: '0', retry_after: '', deadline: '' };
  await open('base=1');
  for (const [values, canonical] of CANONICAL) {
    await type(page, { ...defaults, ...values });
    await expectFragment(page, canonical);
  }
});

test('a reload keeps the state, and a link with units shows them as they stand', async ({ page, open }) => {
  await open('base=1.5s&cap=30s&retries=2');
  await expect(field(page, 'base')).toHaveValue('1.5s');
  await expectPlan(page, { wait: [[1500, 1500], [3000, 3000]] });
  await page.reload();
  await expect(field(page, 'base')).toHaveValue('1.5s');
  await type(page, { retries: '4', jitter: 'full' });
  await expectFragment(page, 'v=1&view=plan&base=1500&retries=4&jitter=full');
  await page.reload();
  await expectPlan(page, { wait: [[0, 1500], [0, 3000], [0, 6000], [0, 12_000]] });
});

test('choosing an example is a step of the history; Back and Forward bring fields and table along', async ({ page, open }) => {
  await open('base=700');
  const before = await historyLength(page);
  const example = page.getByLabel('Start from an example');
  await example.selectOption({ label: 'Exactly at the deadline' });
  await expectFragment(page, 'v=1&view=plan&base=1000&multiplier=1.1&deadline=3310');
  expect(await historyLength(page)).toBe(before + 1);
  await example.selectOption({ label: 'Retry-After above the cap' });
  await expectFragment(page, 'v=1&view=plan&cap=1000&jitter=full&retry_after=2');

  await page.goBack();
  await expect(field(page, 'multiplier')).toHaveValue('1.1');
  await expect(example.locator('option:checked')).toHaveText('Exactly at the deadline');
  await expectPlan(page, { start: [[1000, 1000], [2100, 2100], [3310, 3310]] });
  await page.goBack();
  await expect(field(page, 'base')).toHaveValue('700');
  await expect(field(page, 'deadline')).toHaveValue('');
  await expectPlan(page, { baseline: [700, 1400, 2800] });
  await expect(example.locator('option:checked')).toHaveText('Your own policy');
  await page.goForward();
  await page.goForward();
  await expect(field(page, 'jitter')).toHaveValue('full');
  await expectPlan(page, { wait: [[2000, 2000], [2000, 2000], [2000, 2000]] });
});

test('what was typed just before choosing an example is there again after Back', async ({ page, open }) => {
  await open();
  await type(page, { base: '321' });
  await page.getByLabel('Start from an example').selectOption({ label: 'Exactly at the deadline' });
  await expectFragment(page, 'v=1&view=plan&base=1000&multiplier=1.1&deadline=3310');
  await page.goBack();
  await expect(field(page, 'base')).toHaveValue('321');
});

test('a choice that changes nothing does not make the next typing a step of the history', async ({ page, open }) => {
  await open('deadline=3500');
  await page.getByRole('button', { name: 'Use as deadline' }).click();
  const before = await historyLength(page);
  await type(page, { base: '501' });
  await expectFragment(page, 'v=1&view=plan&base=501&deadline=3500');
  expect(await historyLength(page)).toBe(before);
});

test('editing the address by hand, also while typing is still settling', async ({ page, open }) => {
  await open();
  await move(page, '#v=1&view=plan&base=250&multiplier=3');
  await expectPlan(page, { baseline: [250, 750, 2250] });
  await type(page, { base: '999' });
  await move(page, '#base=10');
  await expectPlan(page, { baseline: [10, 20, 40] });
  await type(page, { base: '999' });
  await move(page, '#base=nonsense');
  await expect(field(page, 'base')).toHaveAttribute('aria-invalid', 'true');
  await page.waitForTimeout(400);
  await expect(field(page, 'base')).toHaveValue('nonsense');
  expect(await fragment(page), 'the bad link stays in the address').toBe('base=nonsense');
  await move(page, '');
  await expectPlan(page, { baseline: [500, 1000, 2000] });
});

test.describe('with the clipboard allowed', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

  test('Copy link copies the canonical link at once', async ({ page, open, site }) => {
    await open('deadline=10s&jitter=full');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => clipboard(page)).toBe(`${site}#v=1&view=plan&jitter=full&deadline=10000`);
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
    await type(page, { base: '42' });
    await page.getByRole('button', { name: 'Copy link' }).or(page.locator('.topbar .copy button')).first().click();
    await expect.poll(() => clipboard(page)).toBe(`${site}#v=1&view=plan&base=42&jitter=full&deadline=10000`);
  });

  test('Copy as Markdown copies verdict, table, totals and link', async ({ page, open, site }) => {
    await open('jitter=full&request=100&deadline=1700');
    await expect(verdict(page)).toContainText('(67 %)');
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect.poll(() => clipboard(page)).toContain('|');
    const markdown = await clipboard(page);
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
    expect(cells[0]).toEqual(['Retry', 'Baseline (ms)', 'Wait (ms)', 'Earliest start (ms)', 'Latest start (ms)', 'p50 start (ms)', 'p95 start (ms)', 'Deadline']);
    expect(cells[1].every((cell) => /^:?-+:?$/.test(cell))).toBe(true);
    expect(cells.slice(2)).toEqual([
      ['1', '500', '0 – 500', '100', '600', '350', '575', '✓ in time'],
      ['2', '1,000', '0 – 1,000', '200', '1,700', '950', '1,476', '✓ in time'],
      ['3', '2,000', '0 – 2,000', '300', '3,800', '2,050', '3,127', '◐ may miss (67 %)'],
    ]);
    expect(markdown).toContain(await verdict(page).innerText());
    expect(markdown).toContain('3 retries = at most 4 requests');
    expect(markdown).toContain(`${site}#v=1&view=plan&jitter=full&request=100&deadline=1700`);
  });
});

const REFUSALS = {
  'refused by the browser': () => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  },
  'missing, as on an insecure page': () => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
  },
};
for (const [how, refuse] of Object.entries(REFUSALS)) {
  test(`with the clipboard ${how}, the text is shown for copying by hand`, async ({ page, open, site }) => {
    await page.addInitScript(refuse);
    await open('deadline=10s');
    await page.getByRole('button', { name: 'Copy link' }).click();
    const text = page.getByLabel(/copy it by hand/i);
    await expect(text).toHaveValue(`${site}#v=1&view=plan&deadline=10000`);
    await expect(text).toBeInViewport();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(text).toHaveCount(0);
  });
}

test('unknown keys are reported and change nothing', async ({ page, open }) => {
  await open('base=700&colour=red&retires=5&colour2=');
  await expectPlan(page, { baseline: [700, 1400, 2800] });
  const notice = page.getByRole('alert');
  for (const key of ['colour', 'retires', 'colour2']) await expect(notice).toContainText(key);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await expectPlan(page, { baseline: [700, 1400, 2800] });
});

test('a bad value in a link is reported at its field, with the raw text kept', async ({ page, open }) => {
  await open('base=50%25&retries=99&jitter=foo&deadline=10s');
  await expect(field(page, 'base')).toHaveValue('50%');
  await expect(field(page, 'retries')).toHaveValue('99');
  await expect(field(page, 'jitter')).toHaveValue('foo');
  await expect(field(page, 'jitter').locator('option:checked')).toContainText('foo');
  await expect(page.locator('[aria-invalid]')).toHaveCount(3);
  expect(await help(page, 'retries')).toContain('0 to 30');
  expect(await help(page, 'jitter')).toContain('none, full, equal, decorrelated');
  expect(await plan(page), 'there is no last valid plan yet').toBeNull();
  await expect(page.getByText('No plan yet')).toBeVisible();
  await type(page, { base: '50', retries: '2', jitter: 'full' });
  await expectPlan(page, { wait: [[0, 50], [0, 100]], deadline: ['✓ in time', '✓ in time'] });
  await expect(field(page, 'jitter').locator('option')).toHaveCount(10);
  await move(page, 'jitter=foo');
  await expect(field(page, 'jitter')).toHaveValue('foo');
  await move(page, 'jitter=bar');
  await expect(field(page, 'jitter')).toHaveValue('bar');
  await expect(staleMark(page)).toBeVisible();
  await move(page, 'jitter=equal');
  await expect(field(page, 'jitter')).toHaveValue('equal');
  await expectPlan(page, { wait: [[250, 500], [500, 1000], [1000, 2000]] });
});

test('a repeated key is an error at its field, settled by typing there', async ({ page, open }) => {
  await open('base=100&base=200&retries=2');
  await expect(field(page, 'base')).toHaveAttribute('aria-invalid', 'true');
  expect(await help(page, 'base')).toContain('2 times');
  expect(await plan(page)).toBeNull();
  await type(page, { base: '100' });
  await expectPlan(page, { baseline: [100, 200] });
});

test('another version and an unknown view are reported', async ({ page, open }) => {
  await open('base=700');
  await expectPlan(page, { baseline: [700, 1400, 2800] });
  for (const [link, words] of [['v=2&base=900', /v.*2.*version/i], ['view=nonsense&base=900', /view.*nonsense/]]) {
    await move(page, link);
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(field(page, 'base')).toHaveValue('900');
    await expectPlan(page, { baseline: [700, 1400, 2800] });
    await expect(staleMark(page)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expectPlan(page, { baseline: [900, 1800, 3600] });
  await expect(arithmetic(page)).toContainText('900 × 2');
});
