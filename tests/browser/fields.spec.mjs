// Typing: units, limits, errors at the fields, and what becomes of what was typed.
import { FIELDS, expect, expectFragment, expectPlan, field, help, move, staleMark, test, type } from './plan_page.mjs';

test('durations with units, left as typed', async ({ page, open }) => {
  await open('retries=1&cap=1h');
  await expect(field(page, 'cap')).toHaveValue('1h');
  const typed = { '500': 500, '500ms': 500, '1.5s': 1500, '2m': 120_000, '0.1h': 360_000, ' 750 ms ': 750, '0.0015s': 1.5 };
  for (const [text, ms] of Object.entries(typed)) {
    await field(page, 'base').clear();
    await field(page, 'base').pressSequentially(text);
    await expectPlan(page, { wait: [[ms, ms]] });
    await expect(field(page, 'base')).toHaveValue(text);
  }
  await type(page, { request: '1h' });
  await expect(field(page, 'request'), 'one hour is too long for a request').toHaveAttribute('aria-invalid', 'true');
  await type(page, { request: '10min', retry_after: '1h', deadline: '3h' });
  // Floor 3,600,000 ms after a request of 600,000 ms.
  await expectPlan(page, { start: [[4_200_000, 4_200_000]], deadline: ['✓ in time'] });
});

test('typing in the middle of a text keeps the caret', async ({ page, open }) => {
  await open();
  const base = field(page, 'base');
  await base.focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('12');
  await expect(base).toHaveValue('12500');
  expect(await base.evaluate((input) => input.selectionStart)).toBe(2);
  await expectPlan(page, { baseline: [12_500, 25_000, 30_000] });
});

const LIMITS = {
  base: ['1 to 600,000 ms', 'up to 3 decimals'],
  multiplier: ['1 to 10', 'up to 6 decimals'],
  cap: ['1 to 3,600,000 ms', 'up to 3 decimals'],
  retries: ['0 to 30', 'whole'],
  request: ['0 to 600,000 ms', 'up to 3 decimals'],
  retry_after: ['0 to 86,400 s', 'whole seconds', 'unset'],
  deadline: ['0 to 3,000,000,000 ms', 'up to 3 decimals', 'unset'],
};

test('every field has a visible label and shows its limits', async ({ page, open }) => {
  await open();
  for (const [key, label] of Object.entries(FIELDS)) {
    await expect(page.locator('label', { hasText: new RegExp(`^${label}$`) })).toBeVisible();
    for (const words of LIMITS[key] ?? []) expect(await help(page, key), key).toContain(words);
  }
  expect(await field(page, 'jitter').locator('option').count()).toBe(10);
});

// Just outside each end and just inside it, and texts that are no numbers.
const BAD = {
  base: ['0', '0.999', '600000.001', '-1', '1.0005', '1,5', '1e3', 'abc', '1 parsec', '0x10', 'NaN', '∞', ''],
  multiplier: ['0.999999', '10.000001', '1.0000001', '2x', '1s', ''],
  cap: ['0.999', '3600000.001', '61m', ''],
  retries: ['-1', '31', '1.5', '3s', ''],
  request: ['-0.001', '600000.001', '601s', ''],
  retry_after: ['-1', '86401', '1.5', '1500ms', '25h', 'soon'],
  deadline: ['-1', '3000000000.001', '1.2345', 'Infinity'],
};
const GOOD = {
  base: ['1', '600000', '1.001', '10m'],
  multiplier: ['1', '10', '1.000001'],
  cap: ['1', '3600000', '60m'],
  retries: ['0', '30'],
  request: ['0', '-0', '600000', '0.001'],
  retry_after: ['0', '86400', '24h', '2000ms', ''],
  deadline: ['0', '3000000000', '0.001', ''],
};

test('both sides of every limit, field by field', async ({ page, open }) => {
  await open();
  for (const key of Object.keys(BAD)) {
    await test.step(key, async () => {
      const input = field(page, key);
      const valid = await input.inputValue();
      for (const text of BAD[key]) {
        await input.fill(text);
        await expect(input, `${key} "${text}" is bad`).toHaveAttribute('aria-invalid', 'true');
        await expect(input).toHaveValue(text);
        const message = await help(page, key);
        expect(message, `${key} "${text}"`).toContain('Allowed: ');
        expect(message, `${key} "${text}"`).toContain(LIMITS[key][0]);
        await expect(staleMark(page)).toBeVisible();
      }
      for (const text of GOOD[key]) {
        await input.fill(text);
        await expect(input, `${key} "${text}" is good`).not.toHaveAttribute('aria-invalid');
        await expect(staleMark(page)).toHaveCount(0);
      }
      await input.fill(valid);
    });
  }
});

test('bad values in several fields: all are marked, the last valid plan stays, nothing typed is lost', async ({ page, open }) => {
  await open('jitter=full&request=100&deadline=1700');
  const good = { start: [[100, 600], [200, 1700], [300, 3800]] };
  await expectPlan(page, good);
  const bad = { base: '0', multiplier: '1,5', cap: '2 parsecs', retries: '31', retry_after: '1.5' };
  const said = { base: /small/, multiplier: /not a.* number/i, cap: /unit.*parsecs/i, retries: /large/, retry_after: /whole/ };
  await type(page, bad);
  for (const key of Object.keys(bad)) {
    await expect(field(page, key)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, key)).toHaveValue(bad[key]);
    expect(await help(page, key)).toMatch(said[key]);
    expect(await help(page, key)).toContain(LIMITS[key][0]);
  }
  for (const key of ['jitter', 'request', 'deadline']) await expect(field(page, key)).not.toHaveAttribute('aria-invalid');
  await expect(staleMark(page)).toBeVisible();
  await expectPlan(page, good);

  // Mending one by one: each message goes at once, the plan follows when the last one is mended.
  await type(page, { multiplier: '2', cap: '30s', retries: '2', retry_after: '1' });
  await expect(page.locator('[aria-invalid]')).toHaveCount(1);
  await expectPlan(page, good);
  await type(page, { base: '1000' });
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expect(staleMark(page)).toHaveCount(0);
  // Floor 1 s: waits [1000, 1000] and [1000, 2000].
  await expectPlan(page, { start: [[1100, 1100], [2200, 3200]] });
  expect(await help(page, 'base')).not.toContain('Allowed');
});

test('clearing a required field is an error, clearing an optional one is unset', async ({ page, open }) => {
  await open('retry_after=2&deadline=9000');
  for (const key of ['base', 'multiplier', 'cap', 'retries', 'request']) {
    const before = await field(page, key).inputValue();
    await field(page, key).clear();
    await expect(field(page, key)).toHaveAttribute('aria-invalid', 'true');
    expect(await help(page, key)).toMatch(/needed/);
    await field(page, key).fill(before);
    await expect(field(page, key)).not.toHaveAttribute('aria-invalid');
  }
  await field(page, 'retry_after').clear();
  await field(page, 'deadline').clear();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expectPlan(page, { wait: [[500, 500], [1000, 1000], [2000, 2000]], deadline: [undefined, undefined, undefined] });
  await expectFragment(page, 'v=1&view=plan');
});

test('the address keeps the last valid state while something is wrong', async ({ page, open }) => {
  await open();
  await type(page, { base: '700' });
  await expectFragment(page, 'v=1&view=plan&base=700');
  await type(page, { base: '700x' });
  await page.waitForTimeout(400);
  await expectFragment(page, 'v=1&view=plan&base=700');
  await type(page, { base: '701' });
  await expectFragment(page, 'v=1&view=plan&base=701');
});

test('every field at its limits', async ({ page, open }) => {
  await open('base=600000&multiplier=10&cap=3600000&retries=30&jitter=equal&request=600000&retry_after=86400&deadline=3000000000');
  const day = 86_400_000;
  const wait = Array.from({ length: 30 }, () => [day, day]);
  const start = wait.map((_, i) => [(i + 1) * (day + 600_000), (i + 1) * (day + 600_000)]);
  await expectPlan(page, { wait, start, total: [30 * day, 30 * day], end: [2_610_600_000, 2_610_600_000] });
  await move(page, 'base=1&multiplier=1&cap=1&retries=0&request=0&retry_after=0&deadline=0');
  await expect(page.getByText(/0 retries = 1 request/)).toBeVisible();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});
