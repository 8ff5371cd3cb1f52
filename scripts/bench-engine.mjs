// Prints, for the fixed-window study with full jitter at four sizes, ns per attempt and ratios of: the native engine
// (criterion's estimates of this run), the engine as wasm in Chromium's worker, and the reference program in Node.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from '../tests/browser/chromium.mjs';
import { serve } from '../tests/browser/server.mjs';

const SIZES = [
  { clients: 500, trials: 100, wasmTrials: 2000 },
  { clients: 10_000, trials: 10, wasmTrials: 100 },
  { clients: 100_000, trials: 2, wasmTrials: 10 },
  { clients: 1_000_000, trials: 1, wasmTrials: 2 },
];
const criterion = process.env.CRITERION_DIR ?? 'target/criterion';
const peer = resolve(process.env.PEERS ?? '../shared/peers', 'fixed_window.mjs');

/** ns per attempt of the native engine, from criterion's files. */
function native({ clients, trials }) {
  const folder = `${criterion}/fixed_window_full/${clients}x${trials}/new`;
  const estimates = JSON.parse(readFileSync(`${folder}/estimates.json`));
  const { throughput } = JSON.parse(readFileSync(`${folder}/benchmark.json`));
  return estimates.median.point_estimate / throughput.Elements;
}

/** ns per attempt of the reference program in a Node process of its own: as run, and again once it is warm. */
function node({ clients, trials }) {
  const program = `
    const { trial, SCENARIO } = await import(${JSON.stringify(pathToFileURL(peer).href)});
    const s = { ...SCENARIO, clients: ${clients}, capacity: ${clients / 20} };
    const pass = () => {
      const start = performance.now();
      let attempts = 0;
      for (let seed = 1; seed <= ${trials}; seed++) attempts += trial(s, 'full', seed).attempts;
      return ((performance.now() - start) * 1e6) / attempts;
    };
    const cold = pass();
    console.log(JSON.stringify([cold, Math.min(pass(), pass(), pass())]));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}

/** ns per attempt in a worker of a page; runs there, so it uses nothing from outside. */
async function inWorker(sizes) {
  const worker = new Worker('./worker_loader.js', { type: 'module' });
  let hear = () => {};
  worker.onmessage = ({ data }) => hear(JSON.parse(data[0]), data[1]);
  await new Promise((ready) => { hear = ready; });
  let job = 0;
  const run = (clients, last) => new Promise((done) => {
    job += 1;
    let attempts = 0;
    const start = performance.now();
    hear = ({ reply }, numbers) => {
      if (reply === 'results') {
        // Each trial: two lengths, then policy, seed (2), windows per point, then the metrics; attempts is the fourth.
        for (let at = 0; at < numbers.length; at += 2 + numbers[at]) attempts += numbers[at + 2 + 4 + 3];
      } else if (reply === 'finished') {
        done(((performance.now() - start) * 1e6) / attempts);
      }
    };
    const growth = { base: 250, multiplier: 2, cap: 4000, exponent_offset: 0 };
    const policy = { name: 'full', delay: { backoff: { kind: 'full', growth, draw: 'whole' }, rounding: 'floor', floor_ticks: 0 }, retries: 8 };
    const scenario = {
      tick: 'millisecond', clients, policies: [policy], seeds: { first: 1, last }, generator: 'mulberry32',
      service: { window_ticks: 100, capacity: clients / 20, order: 'arrival', outage: null },
      horizon_ticks: null, peak_from_tick: null,
    };
    worker.postMessage(JSON.stringify({ command: 'run', job, scenario, share: [{ policy: 0, first: 1, last }] }));
  });
  const results = [];
  for (const { clients, wasmTrials } of sizes) {
    await run(clients, wasmTrials);
    results.push(Math.min(await run(clients, wasmTrials), await run(clients, wasmTrials)));
  }
  return results;
}

const server = await serve('dist');
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage();
await page.goto(server.url);
const wasm = await page.evaluate(inWorker, SIZES);
await browser.close();
await server.close();

const hasPeer = existsSync(peer);
if (!hasPeer) console.log(`The reference program is not at ${process.env.PEERS ?? '../shared/peers'}; its columns stay empty.`);
const rows = SIZES.map((size, index) => {
  const ns = { native: native(size), wasm: wasm[index] };
  const [cold, warm] = hasPeer ? node(size) : [NaN, NaN];
  const times = (ratio) => (Number.isNaN(ratio) ? '' : `${ratio.toFixed(1)}×`);
  return {
    'clients × trials': `${size.clients} × ${size.trials}`,
    'native ns': ns.native.toFixed(1),
    'wasm ns': ns.wasm.toFixed(1),
    'Node ns (as run)': hasPeer ? cold.toFixed(0) : '',
    'Node ns (warm)': hasPeer ? warm.toFixed(0) : '',
    'wasm ÷ native': times(ns.wasm / ns.native),
    'Node ÷ native (as run)': times(cold / ns.native),
    'Node ÷ native (warm)': times(warm / ns.native),
  };
});
console.table(rows);
const cost = (index) => native(SIZES[index]);
console.log(`Cost per attempt, 1,000,000 ÷ 10,000 clients: native ${(cost(3) / cost(1)).toFixed(2)}×, wasm ${(wasm[3] / wasm[1]).toFixed(2)}×`);
