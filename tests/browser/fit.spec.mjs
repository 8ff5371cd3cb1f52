// "Fit the deadline": what it says, and that its answers hold when fed back.
import { expect, expectPlan, field, plan, test, type } from './plan_page.mjs';

const panel = (page) => page.getByRole('region', { name: 'Fit the deadline' });
const classes = async (page) => [...new Set((await plan(page)).retries.map((retry) => retry.deadline))];

test('counts, the largest request duration and the smallest deadline, in words', async ({ page, open }) => {
  await open('jitter=full&request=100&deadline=1700');
  await expect(panel(page)).toContainText('2 of 3 retries always start in time; 3 can.');
  // 1700 − 3500 is negative: no request is short enough.
  await expect(panel(page)).toContainText('No request duration is short enough');
  await expect(panel(page)).toContainText('3,800 ms');

  await type(page, { base: '1', multiplier: '1', jitter: 'none', request: '0', deadline: '10' });
  await expect(panel(page)).toContainText('3 of 3 retries always start in time; 3 can.');
  await expect(panel(page)).toContainText('2.333 ms');
  await expect(panel(page)).toContainText(/Smallest deadline.*3 ms/);

  await type(page, { deadline: null });
  await expect(panel(page)).toContainText('No deadline is set');
  await expect(panel(page)).toContainText(/Smallest deadline.*3 ms/);
  await expect(panel(page)).not.toContainText('Largest request duration');

  await type(page, { retries: '0', deadline: '10' });
  await expect(panel(page)).toContainText('nothing to fit');
  await expect(panel(page).getByRole('button')).toHaveCount(0);
});

test('the smallest deadline, taken over, holds; a thousandth less does not', async ({ page, open }) => {
  await open('base=333.333&multiplier=1.337&retries=5&jitter=full&request=12.345&deadline=100');
  expect(await classes(page)).not.toEqual(['✓ in time']);
  await panel(page).getByRole('button', { name: 'Use as deadline' }).click();
  await expect.poll(() => classes(page)).toEqual(['✓ in time']);
  await expect(panel(page)).toContainText('5 of 5 retries always start in time');
  const best = Number(await field(page, 'deadline').inputValue());
  await type(page, { deadline: (best - 0.001).toFixed(3) });
  await expect(panel(page)).toContainText('4 of 5 retries always start in time');
});

test('the largest request duration, taken over, holds; a thousandth more does not', async ({ page, open }) => {
  await open('base=100&multiplier=1.5&retries=7&jitter=equal&request=60000&deadline=10000');
  expect(await classes(page)).not.toEqual(['✓ in time']);
  await panel(page).getByRole('button', { name: 'Use as request duration' }).click();
  await expect.poll(() => classes(page)).toEqual(['✓ in time']);
  const best = Number(await field(page, 'request').inputValue());
  // Waits of 100·(1.5⁷ − 1)/0.5 = 3217.1875 ms leave 6782.8125 ms for seven requests: 968.9732….
  expect(best).toBe(968.973);
  await type(page, { request: (best + 0.001).toFixed(3) });
  await expect(panel(page)).toContainText('6 of 7 retries always start in time');
});

test('without a deadline the smallest one can still be taken over', async ({ page, open }) => {
  await open('base=1&multiplier=1.00001&retries=2');
  await panel(page).getByRole('button', { name: 'Use as deadline' }).click();
  // 1 + 1.00001 rounds up.
  await expect(field(page, 'deadline')).toHaveValue('2.001');
  await expectPlan(page, { deadline: ['✓ in time', '✓ in time'] });
});

test('a request duration at its own limit', async ({ page, open }) => {
  await open('base=1&multiplier=1&retries=1&deadline=3000000000');
  await expect(panel(page)).toContainText('600,000 ms');
});
