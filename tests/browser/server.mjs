// Serves a folder on loopback for the browser tests: static files only, no caching.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
};

/**
 * @param {string} folder what to serve
 * @param {{prefix?: string, headers?: Record<string, string>, port?: number,
 *   refuses?: (request: import('node:http').IncomingMessage) => boolean}} options
 *   refuses: requests that get a 404
 *   prefix: the sub-path under which the folder appears, "/" at both ends
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 */
export async function serve(folder, { prefix = '/', headers = {}, port = 0, refuses = () => false } = {}) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const inside = path.startsWith(prefix) ? normalize(path.slice(prefix.length) || 'index.html') : '..';
    if (refuses(request) || inside.startsWith('..') || inside.includes(`..${sep}`)) {
      response.writeHead(404).end();
      return;
    }
    try {
      const body = await readFile(join(folder, inside));
      response.writeHead(200, { 'content-type': TYPES[extname(inside)] ?? 'application/octet-stream', ...headers });
      response.end(body);
    } catch {
      response.writeHead(404).end('not found');
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
