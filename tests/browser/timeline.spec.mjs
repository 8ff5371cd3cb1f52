// The timeline: sharp, in the theme's colours, and readable without seeing it.
import { arithmetic, canvas, drawing, expect, move, readout, rowButton, test, type } from './plan_page.mjs';

const LINK = 'jitter=full&request=100&deadline=1700';

/** Backing size of the canvas against its size on the page. */
const sizes = (page) =>
  canvas(page).evaluate((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return { css: [width, height], pixels: [canvas.width, canvas.height], ratio: devicePixelRatio };
  });

/** Waits until the bars are shaded by likelihood, which is computed beside the page. */
const shaded = (page) => expect(arithmetic(page)).toContainText('Likely starts');

for (const ratio of [1, 2, 1.5]) {
  test.describe(`at ${ratio} device pixels a CSS pixel`, () => {
    test.use({ deviceScaleFactor: ratio });
    test('the canvas is exactly as fine as the screen', async ({ page, open }) => {
      await open(LINK);
      for (const width of [1280, 1001, 777, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(async () => {
            const { css, pixels } = await sizes(page);
            return pixels.every((n, i) => Math.abs(n - css[i] * ratio) <= 0.5);
          }, `at ${width} px`)
          .toBe(true);
        expect((await drawing(page)).colours).toBeGreaterThan(5);
      }
    });
  });
}

test('is drawn in the colours of the theme, and again when the theme changes', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(LINK);
  await shaded(page);
  const light = await drawing(page);
  expect(light.background).toBe('ffffff');
  expect(light.colours).toBeGreaterThan(5);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await drawing(page)).hash).not.toBe(light.hash);
  const dark = await drawing(page);
  expect(parseInt(dark.background.slice(0, 2), 16)).toBeLessThan(0x40);
  expect(dark.colours).toBeGreaterThan(5);
  await page.getByLabel('Theme').selectOption('light');
  await expect.poll(async () => (await drawing(page)).hash).toBe(light.hash);
  // The surface around the chart has the chart's own background.
  const around = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(around).toBe('rgb(255, 255, 255)');
});

test('follows what is typed', async ({ page, open }) => {
  await open(LINK);
  const seen = new Set([(await drawing(page)).hash]);
  for (const values of [{ deadline: '2500' }, { request: '400' }, { jitter: 'equal' }, { retry_after: '2' }, { retries: '5' }]) {
    await type(page, values);
    await expect.poll(async () => seen.has((await drawing(page)).hash)).toBe(false);
    seen.add((await drawing(page)).hash);
  }
});

test('linear and logarithmic time', async ({ page, open }) => {
  await open('retries=10&jitter=full&request=100&deadline=60000');
  await shaded(page);
  const axis = page.getByRole('group', { name: 'Time axis' });
  const linear = await drawing(page);
  await expect(axis.getByRole('button', { name: 'Linear' })).toHaveAttribute('aria-pressed', 'true');
  await axis.getByRole('button', { name: 'Log' }).click();
  await expect(axis.getByRole('button', { name: 'Log' })).toHaveAttribute('aria-pressed', 'true');
  await expect(axis.getByRole('button', { name: 'Linear' })).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await drawing(page)).hash).not.toBe(linear.hash);
  await axis.getByRole('button', { name: 'Linear' }).click();
  await expect.poll(async () => (await drawing(page)).hash).toBe(linear.hash);
});

test('keys move the read-out of exact values, and the table with it', async ({ page, open }) => {
  await open(LINK);
  await canvas(page).focus();
  const keys = [
    ['Home', 1], ['ArrowDown', 2], ['ArrowDown', 3], ['ArrowDown', 3], ['ArrowUp', 2],
    ['End', 3], ['ArrowLeft', 2], ['ArrowRight', 3], ['Home', 1], ['ArrowUp', 1],
  ];
  const said = {
    1: 'Retry 1: waits 0 ms to 500 ms, starts at 100 ms to 600 ms · ✓ in time',
    2: 'Retry 2: waits 0 ms to 1 s, starts at 200 ms to 1.7 s · ✓ in time',
    3: 'Retry 3: waits 0 ms to 2 s, starts at 300 ms to 3.8 s · ◐ may miss (67 %)',
  };
  const scrolled = await page.evaluate(() => scrollY);
  for (const [key, retry] of keys) {
    await page.keyboard.press(key);
    await expect(readout(page)).toHaveText(said[retry]);
    await expect(rowButton(page, retry)).toHaveAttribute('aria-pressed', 'true');
  }
  expect(await page.evaluate(() => scrollY), 'the keys do not scroll the page as well').toBe(scrolled);
  await page.keyboard.press('Tab');
  await expect(canvas(page)).not.toBeFocused();
});

test('the pointer moves the read-out', async ({ page, open }) => {
  await open(LINK);
  const box = await canvas(page).boundingBox();
  // Rows are equally high: the initial request, then one a retry, between the two axes.
  const seen = new Set();
  for (let y = 2; y < box.height; y += 4) {
    await page.mouse.move(box.x + box.width / 2, box.y + y);
    seen.add((await readout(page).innerText()).slice(0, 8));
  }
  expect([...seen]).toEqual(['Retry 1:', 'Retry 2:', 'Retry 3:']);
});

test('what is selected is marked in the drawing', async ({ page, open }) => {
  await open(LINK);
  const first = await drawing(page);
  await rowButton(page, 3).focus();
  await expect.poll(async () => (await drawing(page)).hash).not.toBe(first.hash);
});

test('has a text summary, also as its accessible name', async ({ page, open }) => {
  await open(LINK);
  const summary = await page.locator('figure .summary').innerText();
  for (const part of ['100 ms', '3.9 s', '1.7 s']) expect(summary).toContain(part);
  expect(summary).toMatch(/^[^.].*\.$/);
  await expect(canvas(page)).toHaveAttribute('aria-label', summary);
  await expect(canvas(page)).toHaveAttribute('role', 'img');
  await move(page, 'retries=1');
  await expect(page.locator('figure .summary')).not.toHaveText(/1 to 1/);
});

test('a deadline far beyond everything does not squeeze the bars', async ({ page, open }) => {
  await open('jitter=full&deadline=3600000');
  const colours = (await drawing(page)).colours;
  expect(colours).toBeGreaterThan(5);
  await expect(page.locator('figure .summary')).toContainText('1 h');
});
