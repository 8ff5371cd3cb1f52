// What every test of the plan page shares: the served page, a watch over it, and its parts by name.
import { test as base, expect } from '@playwright/test';
import { serve } from './server.mjs';

export { expect };

/** The folder under test. */
export const DIST = process.env.DIST ?? 'dist';

/** Keys of the fields, in the order of the canonical link, with their visible labels. */
export const FIELDS = {
  base: 'Base',
  multiplier: 'Multiplier',
  cap: 'Cap',
  retries: 'Retries',
  jitter: 'Jitter',
  request: 'Request duration',
  retry_after: 'Retry-After',
  deadline: 'Deadline',
};

export const test = base.extend({
  /** The served folder; one server for each worker process. */
  site: [
    async ({}, use) => {
      const server = await serve(DIST);
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],

  /** Fails every test in which the page complains, breaks, or asks for anything it should not. */
  complaints: [
    async ({ page, site }, use) => {
      const complaints = watch(page, site);
      await use(complaints);
      expect(complaints, 'console errors and warnings, exceptions, failed or foreign requests').toEqual([]);
    },
    { auto: true },
  ],

  /** Opens the page with a fragment (without "#") in this test's tab. */
  open: async ({ page, site }, use) => {
    await use(async (fragment = '') => {
      await page.goto(fragment === '' ? site : `${site}#${fragment}`);
      await page.locator('#results').waitFor();
    });
  },
});

/** Collects what should not happen on a page. */
export function watch(page, site) {
  const complaints = [];
  const origin = new URL(site).origin;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error}`));
  page.on('requestfailed', (request) => {
    // Going elsewhere or reloading gives up what is still on its way.
    const { errorText } = request.failure();
    if (errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}: ${errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) complaints.push(`foreign: ${url}`);
  });
  return complaints;
}

/** The input or select with a field's visible label. */
export const field = (page, key) => page.getByLabel(FIELDS[key], { exact: true });

/** The text that describes a field: its limits, or what is wrong with it. */
export async function help(page, key) {
  const id = await field(page, key).getAttribute('aria-describedby');
  return page.locator(`#${id}`).innerText();
}

/** Types into fields by key; a field given null is cleared. The jitter is chosen. */
export async function type(page, values) {
  for (const [key, value] of Object.entries(values)) {
    if (key === 'jitter') await field(page, key).selectOption(value);
    else await field(page, key).fill(value ?? '');
  }
}

/** Moves to another fragment in the open page, as editing the address does. */
export async function move(page, fragment) {
  await page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        const before = location.href;
        const settle = () => setTimeout(resolve, 0);
        addEventListener('hashchange', settle, { once: true });
        location.hash = hash;
        if (location.href === before) settle();
      }),
    fragment,
  );
}

/** The table "Retry plan" as numbers: one object a retry, plus the totals. */
export function plan(page) {
  return page.evaluate(() => {
    const number = (text) => Number(text.replaceAll(',', ''));
    const range = (from, to) => {
      const [low, high] = [from, to].map((cell) => cell.innerText.replace('–', '').trim());
      return [number(low || high), number(high)];
    };
    const table = document.querySelector('table.plan-table');
    if (!table) return null;
    const retries = [...table.tBodies[0].rows].map(({ cells }) => ({
      retry: number(cells[0].innerText),
      baseline: number(cells[1].innerText),
      wait: range(cells[2], cells[3]),
      start: [number(cells[4].innerText), number(cells[5].innerText)],
      ...(cells[6] ? { deadline: cells[6].innerText.replace(/\s+/g, ' ').trim() } : {}),
    }));
    const [total, end] = [...table.tFoot.rows].map(({ cells }) => range(cells[1], cells[2]));
    return { retries, total, end };
  });
}

/** Waits until the table shows these retries: {wait, start, deadline, baseline}, each a list by retry; any may be missing. */
export async function expectPlan(page, { total, end, ...columns }) {
  await expect
    .poll(
      async () => {
        const shown = await plan(page);
        if (!shown) return null;
        const seen = {};
        for (const name of Object.keys(columns)) seen[name] = shown.retries.map((retry) => retry[name]);
        if (total) seen.total = shown.total;
        if (end) seen.end = shown.end;
        return seen;
      },
      { timeout: 2000 },
    )
    .toEqual({ ...columns, ...(total && { total }), ...(end && { end }) });
}

export const verdict = (page) => page.locator('.verdict');
export const staleMark = (page) => page.getByText(/last valid plan/i);
export const arithmetic = (page) => page.locator('#explanation');
export const readout = (page) => page.locator('.readout');
export const canvas = (page) => page.locator('canvas');
export const rowButton = (page, retry) => page.getByRole('button', { name: `Retry ${retry}:` });

/** The fragment of the address, without "#". */
export const fragment = (page) => page.evaluate(() => location.hash.slice(1));

/** Waits until the address holds exactly this fragment. */
export const expectFragment = (page, wanted) => expect.poll(() => fragment(page), { timeout: 2000 }).toBe(wanted);

/** A number of the canvas that changes with what is drawn, and how many colours it holds. */
export function drawing(page) {
  return canvas(page).evaluate((canvas) => {
    // Read from a copy: Chromium warns about reading the page's own canvas again and again.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Map();
    let hash = 0;
    for (let i = 0; i < data.length; i += 4) {
      const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
      hash = (Math.imul(hash, 31) + colour) | 0;
    }
    const [background] = [...colours].sort((a, b) => b[1] - a[1])[0];
    return { hash, colours: colours.size, background: background.toString(16).padStart(6, '0') };
  });
}
