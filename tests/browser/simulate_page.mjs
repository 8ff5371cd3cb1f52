// What the tests of the simulation share: its table, its status, its read-out.
import { expect, test } from './plan_page.mjs';

export { expect, test };

/** The form's field with a key of the link. */
export const study = (page, key) => page.locator(`#sim-${key}`);
export const status = (page) => page.locator('.run-status');
export const runButton = (page) => page.getByRole('button', { name: 'Run', exact: true });
export const cancelButton = (page) => page.getByRole('button', { name: 'Cancel', exact: true });

/** The comparison table: {metric: {policy: {text, median, range, best}}}. */
export function comparison(page) {
  return page.evaluate(() => {
    const table = document.querySelector('.compare-table');
    if (!table) return null;
    const names = [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.innerText.trim());
    return Object.fromEntries(
      [...table.tBodies[0].rows].map(({ cells }) => [
        cells[0].innerText.trim(),
        Object.fromEntries(
          [...cells].slice(1).map((cell, index) => [
            names[index],
            {
              median: cell.querySelector('.median')?.innerText ?? cell.innerText.trim(),
              range: cell.querySelector('.range')?.innerText ?? null,
              best: cell.classList.contains('is-best'),
            },
          ]),
        ),
      ]),
    );
  });
}

/** Waits until the run is over and gives the comparison. */
export async function finished(page, timeout = 20_000) {
  await expect(status(page)).toContainText('Finished', { timeout });
  return comparison(page);
}

/** The medians of one metric, by policy. */
export const medians = (table, metric) =>
  Object.fromEntries(Object.entries(table[metric]).map(([name, { median }]) => [name, median]));
