// How a command line is read, and what is said about one that cannot be.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readArguments } from '../../js/cli/arguments.js';
import { UsageError } from '../../js/cli/errors.js';
import { itemNamed, keyIn } from '../../js/cli/items.js';
import { nearest } from '../../js/cli/nearest.js';
import { count, jsonObject, sequence, share, text } from '../../js/cli/values.js';

const COMMANDS = [
  {
    name: 'find',
    also: ['seek'],
    options: {
      limit: { takes: 'N', read: count, short: 'n', about: '' },
      tag: { takes: 'T', read: text, many: true, about: '' },
      all: { about: '', short: 'a' },
    },
  },
  {
    name: 'log',
    options: { follow: { about: '' } },
    commands: [
      {
        name: 'log show',
        also: ['print'],
        options: { limit: { takes: 'N', read: count, about: '' } },
      },
      { name: 'log trim', options: {} },
    ],
  },
  { name: 'help', options: {} },
];

const read = (line) => {
  const { command, ...rest } = readArguments(line.split(' ').filter(Boolean), COMMANDS);
  return { command: command?.name, ...rest };
};

test('options stand before and behind words, common ones before the command, too', () => {
  const wanted = {
    command: 'find',
    values: { store: 's', limit: 3, all: true },
    words: ['a', 'b'],
  };
  for (const line of [
    '--store s find a b --limit 3 --all',
    '--store=s find --limit=3 a --all b',
    'find a -n3 -a b --store s',
    'find -an 3 a b --store s',
    'find --all --limit 3 --store s -- a b',
  ]) {
    assert.deepEqual(read(line), wanted, line);
  }
});

test('the last of an option counts, and of one with many all do', () => {
  const { values } = read('find --limit 1 --tag a --limit 2 --tag b');
  assert.deepEqual(values, { limit: 2, tag: ['a', 'b'] });
});

test('words behind -- are words, and so is a dash alone', () => {
  assert.deepEqual(read('find - -- --all -- -n').words, ['-', '--all', '--', '-n']);
  assert.deepEqual(read('find -- -- x').words, ['--', 'x']);
  assert.equal(read('-- find x').command, 'find');
});

test('the commands of a group stand behind it, with options of their own', () => {
  const wanted = { command: 'log show', values: { store: 's', limit: 3 }, words: ['a'] };
  for (const line of [
    '--store s log show a --limit 3',
    'log --store s show --limit 3 a',
    'log show a --limit=3 --store s',
  ]) {
    assert.deepEqual(read(line), wanted, line);
  }
  assert.deepEqual(read('log show show').words, ['show']);
});

test('a group alone is itself, with its own options', () => {
  assert.deepEqual(read('log --follow'), { command: 'log', values: { follow: true }, words: [] });
  assert.equal(read('--json log').command, 'log');
});

test('what a group has not got is said with its name', () => {
  const refused = (line, message) =>
    assert.throws(() => read(line), { code: 'usage', command: 'log', message });
  refused('log sho', /^there is no command log sho; did you mean show\?$/);
  refused('log print', /^there is no command log print; did you mean show\?$/);
  refused('log find', /^there is no command log find$/);
  assert.throws(() => read('log --limit 3 show'), /--limit is no option here/);
  assert.throws(() => read('log show --follow'), /there is no option --follow/);
});

test('no command is none, with what was said beside', () => {
  assert.deepEqual(read(''), { command: undefined, values: {}, words: [] });
  assert.deepEqual(read('--json -h').values, { json: true, help: true });
});

test('an error names the command whose help tells more', () => {
  const caught = (line) => {
    try {
      read(line);
    } catch (error) {
      assert.ok(error instanceof UsageError, line);
      return [error.command, error.message];
    }
    return assert.fail(line);
  };
  assert.deepEqual(caught('find --limt 3'), [
    'find',
    'there is no option --limt; did you mean --limit?',
  ]);
  assert.equal(caught('find -n x')[1], '-n takes a whole number from 0 up, not "x"');
  assert.equal(caught('find -n -3')[1], '-n needs a value; if -3 is meant, write -n-3');
  assert.equal(caught('find --toString')[0], 'find');
  assert.deepEqual(caught('toString'), [undefined, 'there is no command toString']);
  assert.equal(caught('seek')[1], 'there is no command seek; did you mean find?');
  assert.equal(caught('fnid')[1], 'there is no command fnid; did you mean find?');
});

test('the nearest word is one that a slip makes, and else none', () => {
  const words = ['retrieve', 'show', 'ls', 'rm', 'status', 'export', 'import'];
  const slips = {
    retreive: 'retrieve',
    retrive: 'retrieve',
    shwo: 'show',
    sl: 'ls',
    stauts: 'status',
  };
  for (const [word, meant] of Object.entries(slips))
    assert.equal(nearest(word, words), meant, word);
  for (const word of ['', 'x', 'dig', 'frobnicate', 'sh', 'toString']) {
    assert.equal(nearest(word, words), undefined, word);
  }
  assert.equal(nearest('exprt', words), 'export');
  assert.equal(nearest('show', words), 'show');
});

test('values are read, or refused by a sentence that names the option', () => {
  assert.equal(count('007', '-n'), 7);
  assert.equal(share('0.25', '--weight'), 0.25);
  assert.deepEqual(jsonObject('{"a": [1]}', '--metadata'), { a: [1] });
  assert.deepEqual(sequence('a:b:3', '--sequence'), { id: 'a:b', position: 3 });
  const refused = [
    [count, ['', ' 1', '-1', '1.5', '1e3', '0x10', '9007199254740993', 'NaN']],
    [share, ['', ' ', '-0.1', '1.1', 'NaN', 'half']],
    [jsonObject, ['', '[]', 'null', '1', '{', "{'a': 1}"]],
    [sequence, ['', ':', 'a', 'a:', ':3', 'a:-1', 'a:x']],
  ];
  for (const [reader, texts] of refused) {
    for (const given of texts) {
      const named = (error) => error instanceof UsageError && error.message.startsWith('--opt ');
      assert.throws(() => reader(given, '--opt'), named, `${reader.name} ${given}`);
    }
  }
});

test('an item is a key, or a category and a name', () => {
  assert.deepEqual(keyIn('garden:drip line'), { category: 'garden', name: 'drip line' });
  for (const word of ['garden', ':x', 'garden:', 'garden: ', ''])
    assert.equal(keyIn(word), undefined);
  const item = { category: 'garden', name: 'drip line' };
  for (const words of [
    ['garden:drip line'],
    ['garden:drip', 'line'],
    ['garden', 'drip line'],
    ['garden', 'drip', 'line'],
  ]) {
    assert.deepEqual(itemNamed(words), item, words.join());
  }
  assert.throws(() => itemNamed(['garden'], 'show'), UsageError);
  assert.throws(() => itemNamed([], 'show'), UsageError);
});
