// How likely waits and starts are: computed beside the page, shown when ready.
import { arithmetic, drawing, expect, expectPlan, field, readout, rowButton, test, type, verdict } from './plan_page.mjs';

test('wait and start of the selected retry have mean, spread and percentiles', async ({ page, open }) => {
  await open('base=1000&cap=10000&jitter=decorrelated&retries=6&deadline=20000');
  await rowButton(page, 3).click();
  // The stated mean wait and share at the cap.
  await expect(arithmetic(page)).toContainText('Mean 5,222 ms');
  await expect(arithmetic(page)).toContainText('Exactly at the cap: 15 %');
  await rowButton(page, 2).click();
  await expect(arithmetic(page)).toContainText('Mean 3,500 ms');
  await expect(arithmetic(page)).not.toContainText('Exactly at the cap');
});

test('the odds follow what is typed, and none are shown where nothing is random', async ({ page, open }) => {
  await open('jitter=full&request=100&deadline=1700');
  await expect(verdict(page)).toContainText('(67 %)');
  const shaded = (await drawing(page)).hash;
  await type(page, { deadline: '2050' });
  // Half of the starts of retry 3 are at or before 300 + 1750 ms.
  await expectPlan(page, { deadline: ['✓ in time', '✓ in time', '◐ may miss (50 %)'] });
  await expect(readout(page)).toHaveText(/starts at/);
  expect((await drawing(page)).hash).not.toBe(shaded);
  await type(page, { jitter: 'none' });
  await expect(field(page, 'jitter')).toHaveValue('none');
  await expect(arithmetic(page)).not.toContainText('Likely');
});

test('where no worker can be had, the page computes the odds itself', async ({ page, open }) => {
  await page.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new DOMException('not here', 'SecurityError');
      }
    };
  });
  await open('jitter=full&request=100&deadline=1700');
  await expect(verdict(page)).toContainText('(67 %)');
  await type(page, { deadline: '2050' });
  await expect(verdict(page)).toContainText('(50 %)');
});
