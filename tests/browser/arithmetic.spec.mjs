// "Why this number": the arithmetic of each retry, by pointer, keyboard and touch.
import { arithmetic, expect, expectPlan, field, move, rowButton, test, type } from './plan_page.mjs';

const row = (page, retry) => page.locator('.plan-table tbody tr').nth(retry - 1);

test('pointing at a row shows its arithmetic', async ({ page, open }) => {
  await open('cap=1000&jitter=full&request=100&deadline=1700');
  for (const retry of [3, 1, 2]) {
    await row(page, retry).hover();
    await expect(arithmetic(page)).toContainText(`retry ${retry} `);
    await expect(row(page, retry)).toHaveClass(/is-selected/);
  }
});

test('focusing a row by keyboard shows its arithmetic', async ({ page, open }) => {
  await open();
  await page.getByRole('region', { name: 'Retry plan table' }).focus();
  for (const retry of [1, 2, 3]) {
    await page.keyboard.press('Tab');
    await expect(rowButton(page, retry)).toBeFocused();
    await expect(rowButton(page, retry)).toHaveAttribute('aria-pressed', 'true');
    await expect(arithmetic(page)).toContainText(`retry ${retry} `);
  }
});

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
  test('tapping a row shows its arithmetic, in view', async ({ page, open }) => {
    await open();
    for (const retry of [2, 3, 1]) {
      await row(page, retry).locator('td').first().tap();
      await expect(arithmetic(page)).toContainText(`retry ${retry} `);
      await expect(arithmetic(page)).toBeInViewport();
    }
  });
});

// Link, retry, and what its arithmetic must say: this policy's numbers and the rule that won.
const SAID = [
  ['', 3, ['500 × 2²', '2,000', 'not above the cap of 30,000', 'decided by growth', '500 + 1,000 + 2,000 = 3,500']],
  ['cap=1000', 3, ['500 × 2²', 'above the cap of 1,000', 'd = 1,000', 'Exactly 1,000 ms', 'decided by cap', '500 + 1,000 + 1,000 = 2,500']],
  ['jitter=full&request=100&deadline=1700', 3, ['0 to 2,000', 'decided by jitter', '3 × 100', '3,800', '300 ≤ 1,700 ms < latest start 3,800', 'may miss']],
  ['jitter=full&request=100&deadline=1700', 2, ['2 × 100 + 500 + 1,000 = 1,700', '1,700 ≤ 1,700', 'in time']],
  ['cap=1000&jitter=full&retry_after=2', 2, ['2 s = 2,000 ms', 'above the whole range', 'decided by Retry-After', '2,000 + 2,000 = 4,000']],
  ['jitter=full&retry_after=1', 2, ['0 to 1,000', '1 s = 1,000 ms']],
  ['retry_after=0', 1, ['0 s = 0 ms', 'changes nothing', 'decided by growth']],
  ['base=1&multiplier=1&cap=1000&retries=1&jitter=equal', 1, ['d/2 = 0.5 to d = 1', '0.5 ms (decided by jitter) to 1 ms']],
  ['base=100&cap=2000&retries=4&jitter=decorrelated', 2, ['at least 100', '100 × 3² = 900', 'baseline plays no part']],
  ['base=100&cap=2000&retries=4&jitter=decorrelated', 3, ['cap of 2,000', '100 × 3³', 'decided by cap']],
  ['base=1000&multiplier=1.1&deadline=3310', 3, ['1,000 × 1.1²', '1,210', '3,310 ≤ 3,310', 'in time']],
  ['retries=2&deadline=600', 2, ['1,500 > 600', 'misses']],
];

test('the arithmetic holds the policy’s own numbers and names the rule that won', async ({ page, open }) => {
  await open();
  for (const [link, retry, parts] of SAID) {
    await test.step(`${link || 'defaults'}, retry ${retry}`, async () => {
      await move(page, link);
      await row(page, retry).hover();
      await page.mouse.move(0, 0);
      await expect(arithmetic(page)).toContainText(`retry ${retry} `);
      const text = (await arithmetic(page).innerText()).replace(/\s+/g, ' ');
      for (const part of parts) expect(text).toContain(part);
    });
  }
});

test('a selection beyond a shorter plan falls back to its last retry', async ({ page, open }) => {
  await open('retries=6');
  await row(page, 6).hover();
  await type(page, { retries: '2' });
  await expectPlan(page, { retry: [1, 2] });
  await expect(arithmetic(page)).toContainText('retry 2 ');
  await expect(row(page, 2)).toHaveClass(/is-selected/);
  await type(page, { retries: '0' });
  await expect(arithmetic(page)).toHaveCount(0);
  await type(page, { retries: '1' });
  await expect(arithmetic(page)).toContainText('retry 1 ');
});

test('at first sight nothing covers the table', async ({ page, open }) => {
  for (const [width, height] of [[1280, 900], [1280, 720], [390, 800]]) {
    await page.setViewportSize({ width, height });
    for (const link of ['', 'retries=6&deadline=9000&jitter=full&request=100']) {
      await open(link);
      const covered = await page.evaluate(() =>
        [...document.querySelectorAll('.plan-table tr, .requests')].filter((row) => {
          const { left, top, height } = row.getBoundingClientRect();
          const middle = top + height / 2;
          return middle < innerHeight && !row.contains(document.elementFromPoint(left + 20, middle));
        }).map((row) => row.innerText),
      );
      expect(covered, `${width} × ${height}, ${link}`).toEqual([]);
    }
  }
});

test('with thirty retries a row reached by keyboard is not hidden behind the arithmetic', async ({ page, open }) => {
  await open('retries=30&jitter=full&deadline=60000&request=100');
  await rowButton(page, 1).focus();
  for (let retry = 2; retry <= 30; retry += 1) {
    await page.keyboard.press('Tab');
    await expect(rowButton(page, retry)).toBeFocused();
    const seen = await rowButton(page, retry).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(seen, `retry ${retry} is visible`).toBe(true);
  }
  await expect(arithmetic(page)).toContainText('retry 30 ');
  await expect(arithmetic(page)).toBeInViewport();
  await expect(field(page, 'retries')).toHaveValue('30');
});
