// Takes the screenshots of docs/screenshots from the built page. Usage: node scripts/screenshots.mjs [folder]
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { launchOptions } from '../tests/browser/chromium.mjs';
import { serve } from '../tests/browser/server.mjs';

const folder = process.argv[2] ?? 'docs/screenshots';
const SHOTS = [
  { name: 'plan-light', fragment: 'v=1&view=plan&jitter=full&request=100&deadline=1700' },
  { name: 'plan-dark', scheme: 'dark', fragment: 'v=1&view=plan&base=1000&cap=20000&retries=6&jitter=decorrelated&request=250&deadline=60000' },
  { name: 'plan-320', width: 320, height: 640, fragment: 'v=1&view=plan&jitter=full&request=100&deadline=1700' },
  { name: 'plan-errors', fragment: 'v=1&view=plan&jitter=full&request=100&deadline=1700', type: { base: '0', multiplier: '1,5', cap: '2 parsecs', retries: '31', retry_after: '1.5' } },
  { name: 'plan-missed', fragment: 'v=1&view=plan&jitter=equal&retries=6&request=200&deadline=1000&retry_after=1' },
  { name: 'plan-limits', fragment: 'v=1&view=plan&base=600000&multiplier=10&cap=3600000&retries=30&jitter=equal&request=600000&retry_after=86400&deadline=3000000000' },
  { name: 'simulate-light', fragment: 'v=1&view=simulate&scenario=fixed-window&results=1', settle: 1500 },
  { name: 'library-light', fragment: 'v=1&view=library&id=kafkajs', settle: 1500 },
  { name: 'library-compare', scheme: 'dark', fragment: 'v=1&view=library&compare=got,ky,botocore-standard,envoy-retry', settle: 1500 },
];

const server = await serve(process.env.DIST ?? 'dist');
const browser = await chromium.launch(launchOptions);
await mkdir(folder, { recursive: true });
for (const { name, fragment, scheme = 'light', width = 1280, height = 900, type = {}, settle = 400 } of SHOTS) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: 1 });
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.error(`${name}: ${m.text()}`));
  page.on('pageerror', (e) => console.error(`${name}: ${e}`));
  await page.goto(`${server.url}#${fragment}`);
  await page.locator('#results').waitFor();
  for (const [id, text] of Object.entries(type)) await page.locator(`#${id}`).fill(text);
  await page.waitForTimeout(settle);
  // In a window as high as the page nothing sticks to an edge.
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, full) });
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.close();
}
await browser.close();
await server.close();
