#!/usr/bin/env node
// What the README of demo/edge asks of curl, for machines that have none: -H, -X, -d with a text or an
// @file, -T, -o. LOCAL stands in for http://localhost:8787.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { ...text, short: 'H' },
    request: { ...text, short: 'X' },
    data: { ...text, short: 'd' },
    upload: { ...text, short: 'T' },
    output: { ...text, short: 'o' },
  },
});
const { header, data, upload, output } = values;
const [name, value] = header.split(': ');
const headers = { [name]: value };
if (data !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded'; // as curl does

const body = upload
  ? readFileSync(upload)
  : data?.startsWith('@')
    ? readFileSync(data.slice(1))
    : data;
const method = values.request ?? (upload ? 'PUT' : body === undefined ? 'GET' : 'POST');
const address = positionals[0].replace('http://localhost:8787', process.env.LOCAL);
const reply = await fetch(address, { method, headers, body });
const bytes = Buffer.from(await reply.arrayBuffer());
if (output) writeFileSync(output, bytes);
else process.stdout.write(`${bytes}\n`);
