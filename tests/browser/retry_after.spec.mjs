// Headers: pasted into the plan's field, and read in the panel of their own.
import { expect, expectFragment, expectPlan, field, help, staleMark, test, type } from './plan_page.mjs';

const AT = 'Fri, 31 Dec 1999 23:59:59 GMT';
const BLOCK = ['HTTP/1.1 429 Too Many Requests', 'date: Fri, 31 Dec 1999 23:59:29 GMT', `retry-after: ${AT}`].join('\n');

const reading = (page) => page.locator('.field', { has: page.locator('#retry_after') }).locator('.field-reading');

test('a header in the Retry-After field gives the floor; what was typed stays, the link holds seconds', async ({ page, open }) => {
  await open('retries=1');
  const table = [
    ['Retry-After: 120', 120, '2 min · delta-seconds'],
    ['retry-after:7', 7, '7 s · delta-seconds'],
    [BLOCK, 30, '30 s · http-date'],
    [`${AT}\nDate: Fri, 31 Dec 1999 23:59:58 GMT`, 1, '1 s · http-date'],
    [`Retry-After: Friday, 31-Dec-99 23:59:59 GMT\nDate: Fri, 31 Dec 1999 23:59:49 GMT`, 10, '10 s · http-date'],
    ['2 s', 2, ''],
  ];
  for (const [text, seconds, said] of table) {
    await type(page, { retry_after: text });
    await expectPlan(page, { wait: [[Math.max(500, seconds * 1000), Math.max(500, seconds * 1000)]] });
    await expect(field(page, 'retry_after')).toHaveValue(text);
    await expect(reading(page)).toHaveText(said);
    await expectFragment(page, `v=1&view=plan&retries=1&retry_after=${seconds}`);
    await expect(field(page, 'retry_after'), 'the address does not overwrite it').toHaveValue(text);
  }
});

test('a header that gives no whole seconds says why, and the last plan stays', async ({ page, open }) => {
  await open('retries=1&retry_after=1');
  const table = {
    [AT]: /date without its reference: paste the response's Date line too/i,
    'Retry-After: 1.5': /Not whole \(next: 2\)/,
    '1.5': /Not whole \(next: 2\)/,
    'Retry-After: -3': /below zero/,
    'Retry-After: soon': /neither seconds nor a date/,
    'Retry-After:': /no Retry-After value/,
    'Retry-After: 86401': /too large/i,
    'Retry-After: 99999999999999999999999': /too large/i,
    soon: /not a plain number/i,
  };
  for (const [text, said] of Object.entries(table)) {
    await type(page, { retry_after: text });
    await expect(field(page, 'retry_after'), text).toHaveAttribute('aria-invalid', 'true');
    expect(await help(page, 'retry_after'), text).toMatch(said);
    expect(await help(page, 'retry_after'), text).toContain('0 to 86,400 s');
    await expect(field(page, 'retry_after')).toHaveValue(text);
    await expect(staleMark(page)).toBeVisible();
    await expectPlan(page, { wait: [[1000, 1000]] });
  }
});

test('pasting a block keeps its lines, and Enter adds none', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('retries=1');
  await page.evaluate((text) => navigator.clipboard.writeText(text), BLOCK);
  const input = field(page, 'retry_after');
  await input.focus();
  await page.keyboard.press('Control+V');
  await expect(input).toHaveValue(BLOCK);
  await expectPlan(page, { wait: [[30_000, 30_000]] });
  await input.fill('5');
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue('5');
  // As tall as its neighbours, and everything else in its place.
  const heights = await page.evaluate(() => ['request', 'retry_after'].map((id) => document.getElementById(id).offsetHeight));
  expect(heights[1]).toBe(heights[0]);
});

test.describe('the reader of headers', () => {
  const panel = (page) => page.locator('details.header-panel');
  const header = (page) => panel(page).getByLabel('Header', { exact: true });
  const time = (page) => panel(page).getByLabel('Local time', { exact: true });
  const verdict = (page) => panel(page).locator('.header-verdict');
  const row = (page, name) => verdict(page).locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) }).locator('dd');
  const unfold = async (page) => {
    await expect(header(page)).toBeHidden();
    await panel(page).locator('summary').click();
    await expect(header(page)).toBeVisible();
  };

  test('verdicts, wait, form and hints of what is really sent', async ({ page, open }) => {
    await open();
    await unfold(page);
    await expect(verdict(page)).toContainText('Paste a header');
    // Header, wait, by the standard, by tolerant clients, form, hint.
    const table = [
      ['Retry-After: 120', /^2 min \(120,000 ms\)$/, /✓ valid/, /✓ valid/, 'delta-seconds', null],
      ['1.5', /^1.5 s \(1,500 ms\)$/, /✕ not valid/, /✓ valid/, 'decimal-seconds', /2 whole seconds/],
      ['-3', /^none/, /✕ not valid/, /✕ not valid/, 'signed-seconds', /Negative/],
      ['soon', /^none/, /✕ not valid/, /✕ not valid/, 'unknown', /Neither a number of seconds nor a date/],
      ['1767225660', /^20,454 d/, /✓ valid/, /✓ valid/, 'delta-seconds', /Looks like a Unix time/],
      ['555', /^9 min 15 s/, /✓ valid/, /✓ valid/, 'delta-seconds', /looks like milliseconds/],
      ['Retry-After: 5\nRetry-After: 6', /^5 s/, /✕ not valid/, /✓ valid/, 'delta-seconds', /Duplicates/],
      [AT, /^unknown: a date needs a reference/, /✓ valid/, /✓ valid/, 'imf-fixdate', /not how long/],
      [BLOCK, /^30 s/, /✓ valid/, /✓ valid/, 'imf-fixdate', null],
    ];
    for (const [text, wait, strict, lenient, form, hint] of table) {
      await header(page).fill(text);
      await expect(row(page, 'Wait'), text).toHaveText(wait);
      await expect(row(page, 'RFC 9110'), text).toHaveText(strict);
      await expect(row(page, 'Tolerant clients'), text).toHaveText(lenient);
      await expect(row(page, 'Form'), text).toHaveText(form);
      if (hint) await expect(verdict(page).locator('li').filter({ hasText: hint }), text).toHaveCount(1);
      else await expect(verdict(page).locator('li'), text).toHaveCount(0);
      await expect(header(page)).toHaveValue(text);
    }
  });

  test('a date against a local time, and clocks that differ', async ({ page, open }) => {
    await open();
    await unfold(page);
    await header(page).fill(AT);
    await time(page).fill('23:59');
    await expect(time(page)).toHaveAttribute('aria-invalid', 'true');
    await time(page).fill('1999-12-31T23:59:49Z');
    await expect(time(page)).not.toHaveAttribute('aria-invalid');
    await expect(row(page, 'Wait')).toHaveText('10 s (10,000 ms)');
    await expect(row(page, 'Measured from')).toHaveText('the local time, Fri, 31 Dec 1999 23:59:49 GMT');
    await header(page).fill(BLOCK);
    await expect(row(page, 'Wait')).toHaveText('30 s (30,000 ms)');
    await expect(row(page, 'Measured from')).toHaveText('the Date header, Fri, 31 Dec 1999 23:59:29 GMT');
    await expect(verdict(page).locator('li')).toHaveText([/Clock skew: the local clock is 20 s ahead/]);
  });

  test('its wait goes into the plan in whole seconds, and Back undoes it', async ({ page, open }) => {
    await open('retries=1');
    await unfold(page);
    await header(page).fill('1.5');
    await panel(page).getByRole('button', { name: 'Use 2 s as Retry-After' }).click();
    await expect(field(page, 'retry_after')).toHaveValue('2');
    await expectPlan(page, { wait: [[2000, 2000]] });
    await expectFragment(page, 'v=1&view=plan&retries=1&retry_after=2');
    await page.goBack();
    await expectPlan(page, { wait: [[500, 500]] });
    await expect(header(page), 'what was typed in the reader stays').toHaveValue('1.5');
    await header(page).fill('soon');
    await expect(panel(page).getByRole('button')).toHaveCount(0);
  });

  test('what was typed survives a look at another view', async ({ page, open }) => {
    await open();
    await unfold(page);
    await header(page).fill(BLOCK);
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await unfold(page);
    await expect(header(page)).toHaveValue(BLOCK);
    await expect(row(page, 'Wait')).toHaveText(/^30 s/);
  });

  test('fits a phone', async ({ page, open }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await open();
    await unfold(page);
    await header(page).fill(`${'9'.repeat(300)}.5`);
    await expect(row(page, 'Wait')).toHaveText('a number of milliseconds with 303 digits');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
