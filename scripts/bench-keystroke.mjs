// How long a keystroke takes to reach the table, measured in Chromium with real key presses.
// Usage: node scripts/bench-keystroke.mjs [keystrokes]; DIST names another folder than dist/.
//
// "table": from the key event's own time stamp to the changed table being in the document.
// "frame": to the end of the frame that shows it; with a 60 Hz clock up to 16.7 ms of that is waiting.
import { chromium } from '@playwright/test';
import { launchOptions } from '../tests/browser/chromium.mjs';
import { serve } from '../tests/browser/server.mjs';

const KEYSTROKES = Number(process.argv[2] ?? 200);
const TARGET_MS = 16;
const CASES = {
  'defaults (3 retries)': '',
  '30 retries, full jitter, deadline': 'retries=30&jitter=full&request=100&deadline=60000',
  '30 retries, six decimals in the multiplier': 'base=123.45&multiplier=1.234567&retries=30&jitter=equal&request=0.001&retry_after=1&deadline=100000',
};

/** Runs in the page: notes what each key press leads to. */
function watchKeys() {
  const firstCell = () => document.querySelector('.plan-table tbody td')?.textContent;
  window.presses = [];
  let press = null;
  const afterFrame = new MessageChannel();
  afterFrame.port1.onmessage = ({ data }) => {
    window.presses[data].frame = performance.now() - window.presses[data].start;
  };
  addEventListener('keydown', (event) => {
    press = { start: event.timeStamp, before: firstCell(), table: null, frame: null };
    window.presses.push(press);
    const index = window.presses.length - 1;
    // A message posted from the frame arrives once the frame has been laid out and painted.
    requestAnimationFrame(() => afterFrame.port2.postMessage(index));
  }, true);
  new MutationObserver(() => {
    if (press && press.table === null && firstCell() !== press.before) press.table = performance.now() - press.start;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
const inMs = (value) => `${value.toFixed(1)} ms`.padStart(9);

const server = await serve(process.env.DIST ?? 'dist');
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
console.log(`${KEYSTROKES} keystrokes each; target: table within ${TARGET_MS} ms at the median`);
for (const [name, fragment] of Object.entries(CASES)) {
  await page.goto('about:blank');
  await page.goto(`${server.url}#${fragment}`);
  const base = page.getByLabel('Base', { exact: true });
  await base.focus();
  await page.keyboard.press('End');
  await page.evaluate(watchKeys);
  for (let i = 0; i < KEYSTROKES; i += 1) {
    await page.keyboard.press(i % 2 === 0 ? '1' : 'Backspace');
    // As fast as people type at their fastest, so that frames are not shared between keys.
    await page.waitForTimeout(40);
  }
  const presses = await page.evaluate(() => window.presses);
  const missed = presses.filter((press) => press.table === null || press.frame === null).length;
  if (missed > 0) throw new Error(`${missed} of ${presses.length} keystrokes never reached the table`);
  console.log(name);
  for (const what of ['table', 'frame']) {
    const sorted = presses.map((press) => press[what]).sort((a, b) => a - b);
    const verdict = what === 'table' ? (quantile(sorted, 0.5) <= TARGET_MS ? '  ok' : '  TOO SLOW') : '';
    console.log(`  ${what.padEnd(6)} median ${inMs(quantile(sorted, 0.5))}   p95 ${inMs(quantile(sorted, 0.95))}   max ${inMs(sorted.at(-1))}${verdict}`);
  }
}
await browser.close();
await server.close();
