// What the page answers: the worked examples of the model, by link and by typing.
import { expect, expectPlan, field, help, move, plan, staleMark, test, type, verdict } from './plan_page.mjs';

test('opens with the defaults and their answer', async ({ page, open }) => {
  await open();
  const defaults = { base: '500', multiplier: '2', cap: '30000', retries: '3', request: '0', retry_after: '', deadline: '' };
  for (const [key, value] of Object.entries(defaults)) await expect(field(page, key)).toHaveValue(value);
  await expect(field(page, 'jitter')).toHaveValue('none');
  await expectPlan(page, {
    retry: [1, 2, 3],
    baseline: [500, 1000, 2000],
    wait: [[500, 500], [1000, 1000], [2000, 2000]],
    start: [[500, 500], [1500, 1500], [3500, 3500]],
    deadline: [undefined, undefined, undefined],
    total: [3500, 3500],
    end: [3500, 3500],
  });
  await expect(page.getByText('3 retries = at most 4 requests.')).toBeVisible();
  await expect(verdict(page)).toHaveText(/^3 retries; the last starts 3\.5 s/);
  await expect(staleMark(page)).toHaveCount(0);
});

// The worked examples of the model, in the link's own words; the numbers were worked out by hand.
const WORKED = [
  {
    name: 'doubling without jitter',
    link: { base: '500', multiplier: '2', cap: '30000', retries: '3', jitter: 'none' },
    plan: { wait: [[500, 500], [1000, 1000], [2000, 2000]], total: [3500, 3500] },
  },
  {
    name: 'full jitter, request duration and deadline',
    link: { retries: '3', jitter: 'full', request: '100', deadline: '1700' },
    plan: {
      start: [[100, 600], [200, 1700], [300, 3800]],
      deadline: ['✓ in time', '✓ in time', '◐ may miss (67 %)'],
      end: [400, 3900],
    },
  },
  {
    name: 'Retry-After above the cap',
    link: { cap: '1000', jitter: 'full', retries: '3', retry_after: '2' },
    plan: { wait: [[2000, 2000], [2000, 2000], [2000, 2000]], baseline: [500, 1000, 1000] },
  },
  {
    name: 'half a millisecond',
    link: { base: '1', multiplier: '1', cap: '1000', retries: '1', jitter: 'equal' },
    plan: { wait: [[0.5, 1]], total: [0.5, 1] },
  },
  {
    name: 'exactly at the deadline, where binary floats are late',
    link: { base: '1000', multiplier: '1.1', retries: '3', deadline: '3310' },
    plan: { start: [[1000, 1000], [2100, 2100], [3310, 3310]], deadline: ['✓ in time', '✓ in time', '✓ in time'] },
  },
  {
    name: 'a thousandth before it',
    link: { base: '1000', multiplier: '1.1', retries: '3', deadline: '3309.999' },
    plan: { deadline: ['✓ in time', '✓ in time', '✕ misses'] },
  },
  {
    name: 'decorrelated: base to base·3^n, at most the cap',
    link: { base: '100', multiplier: '10', cap: '2000', retries: '4', jitter: 'decorrelated' },
    plan: { wait: [[100, 300], [100, 900], [100, 2000], [100, 2000]], total: [400, 5200] },
  },
  {
    name: 'base above the cap',
    link: { base: '5000', cap: '1000', retries: '2', jitter: 'full' },
    plan: { baseline: [1000, 1000], wait: [[0, 1000], [0, 1000]] },
  },
  {
    name: 'a deadline of zero is a deadline',
    link: { retries: '1', jitter: 'full', deadline: '0' },
    plan: { start: [[0, 500]], deadline: ['◐ may miss (> 99.9 %)'] },
  },
];

test('worked examples by link, in one page', async ({ page, open }) => {
  await open();
  for (const { name, link, plan: expected } of WORKED) {
    await test.step(name, async () => {
      await move(page, new URLSearchParams({ v: '1', view: 'plan', ...link }).toString());
      await expectPlan(page, expected);
    });
  }
});

test('worked examples by typing', async ({ page, open }) => {
  await open();
  const defaults = { base: '500', multiplier: '2', cap: '30000', retries: '3', jitter: 'none', request: '0', retry_after: '', deadline: '' };
  for (const { name, link, plan: expected } of WORKED) {
    await test.step(name, async () => {
      await type(page, { ...defaults, ...link });
      await expectPlan(page, expected);
    });
  }
});

test('unset is not zero', async ({ page, open }) => {
  await open('jitter=equal');
  await expectPlan(page, { deadline: [undefined, undefined, undefined], wait: [[250, 500], [500, 1000], [1000, 2000]] });
  await type(page, { deadline: '0' });
  await expectPlan(page, { deadline: ['✕ misses', '✕ misses', '✕ misses'] });
  await type(page, { deadline: null });
  await expectPlan(page, { deadline: [undefined, undefined, undefined] });
  // A floor of zero is a floor, which here changes no range.
  await type(page, { retry_after: '0' });
  await expectPlan(page, { wait: [[250, 500], [500, 1000], [1000, 2000]] });
  await expect(page.locator('#explanation')).toContainText('Retry-After');
  // An empty value in a link means unset, and for a field with a default, the default.
  await move(page, 'deadline=&retry_after=&base=&retries=2');
  await expectPlan(page, { baseline: [500, 1000], deadline: [undefined, undefined] });
  await expect(field(page, 'base')).toHaveValue('500');
});

test('no retries: one request, in words, without rows', async ({ page, open }) => {
  await open('retries=0&request=250');
  expect(await plan(page)).toBeNull();
  await expect(page.getByText(/0 retries = 1 request/)).toBeVisible();
  await expect(verdict(page)).toContainText('one request');
  await expect(page.locator('canvas')).toHaveCount(0);
  await type(page, { retries: '1' });
  await expectPlan(page, { wait: [[500, 500]], end: [1000, 1000] });
  await expect(page.getByText('1 retry = at most 2 requests.')).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(1);
});

test('the verdict in one plain sentence', async ({ page, open }) => {
  await open();
  const sentences = {
    'jitter=full&request=100&deadline=1700':
      '3 retries, all start within 1.7 s in the best case; retry 3 may miss the 1.7 s deadline (67 %).',
    'deadline=3500': /^3 retries, all start in time: .*3\.5 s.* deadline\.$/,
    'retries=6&deadline=1000&retry_after=1': /^6 retries; retries 2–6 miss the 1 s deadline/,
    'retries=2&jitter=full': /^2 retries; .*between 0 ms and 1\.5 s/,
  };
  for (const [link, sentence] of Object.entries(sentences)) {
    await move(page, link);
    await expect(verdict(page)).toHaveText(sentence);
  }
});

test('the example policies: each can be chosen and says what it shows', async ({ page, open }) => {
  await open();
  const select = page.getByLabel('Start from an example');
  const names = await select.locator('option:not([disabled])').allInnerTexts();
  expect(names.length).toBeGreaterThanOrEqual(4);
  const seen = new Set();
  for (const name of names) {
    await select.selectOption({ label: name });
    await expect(page.locator('#example-help')).not.toHaveText(/Change anything/);
    await expect(staleMark(page)).toHaveCount(0);
    seen.add(JSON.stringify(await plan(page)));
  }
  expect(seen.size, 'every example has a plan of its own').toBe(names.length);
  await type(page, { base: '501' });
  await expect(select).toHaveValue('');
  await expect(page.locator('#example-help')).toHaveText(/Change anything/);
});

test('with decorrelated jitter the page says that the multiplier plays no part', async ({ page, open }) => {
  await open('jitter=decorrelated');
  await expect(page.locator('.results')).toContainText('the multiplier plays no part');
  expect(await help(page, 'multiplier')).toContain('no part');
  await type(page, { jitter: 'full' });
  expect(await help(page, 'multiplier')).toContain('1 to 10');
});

test('the deadline classes are words with symbols of their own', async ({ page, open }) => {
  await open('jitter=full&deadline=300&request=200&retries=3');
  // Earliest 200, 400, 600; latest 700, …: may miss (unless the wait of 0 to 500 is at most 100), misses, misses.
  await expectPlan(page, { deadline: ['◐ may miss (80 %)', '✕ misses', '✕ misses'] });
});

test('model, assumptions and limits stand on the page', async ({ page, open }) => {
  await open();
  const model = page.getByRole('region', { name: 'What this computes' });
  for (const words of ['N + 1 requests', 'min(cap, base', 'floor under every wait', 'sends nothing', 'status codes', 'possibilities, not predictions']) {
    await expect(model).toContainText(words);
  }
});
