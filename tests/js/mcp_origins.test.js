// Who may talk to a server on this machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { corsHeaders, preflightHeaders, refusal } from '../../js/mcp/origins.js';

const PAGE = 'https://example.org';

test('programs on this machine may, by any of its names and at any port', () => {
  for (const host of ['127.0.0.1:3917', 'localhost:3917', '[::1]:3917', 'LOCALHOST', '127.0.0.1']) {
    assert.equal(refusal({ host }, []), undefined, host);
  }
});

test('a name that leads here and is not of this machine may not', () => {
  for (const host of [
    'example.org',
    'example.org:3917',
    'localhost.example.org',
    '127.0.0.1.example.org:3917',
    'localhost@example.org',
    '10.0.0.1:3917',
    '0.0.0.0:3917',
    '',
    ':3917',
    'local host',
    undefined,
  ]) {
    assert.match(refusal({ host }, [PAGE]), /is not this machine$/, host);
  }
});

test('a page may if its origin was named, and no other', () => {
  const host = 'localhost:3917';
  assert.equal(refusal({ host, origin: PAGE }, [PAGE]), undefined);
  for (const origin of [
    'http://example.org',
    'https://example.org:8443',
    'https://sub.example.org',
    'https://example.org.evil.example',
    'null',
    '',
    'http://localhost:3917',
    'chrome-extension://abcdef',
  ]) {
    assert.match(refusal({ host, origin }, [PAGE]), /is not allowed; .*--allow-origin/, origin);
  }
});

test('a page is told what its browser asks, for its own origin alone', () => {
  const { 'Access-Control-Allow-Origin': allowed, Vary: vary } = corsHeaders(PAGE);
  assert.deepEqual([allowed, vary], [PAGE, 'Origin']);
  const headers = preflightHeaders();
  for (const name of ['Mcp-Session-Id', 'Mcp-Protocol-Version', 'Content-Type']) {
    assert.ok(headers['Access-Control-Allow-Headers'].includes(name), name);
  }
  assert.ok(headers['Access-Control-Allow-Methods'].includes('DELETE'));
});
