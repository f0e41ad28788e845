import fc from 'fast-check'

const word = fc.constantFrom(
  ...['name', 'description', 'tags', 'a', 'b_c', 'metadata', 'x.y', 'k-1', 'c', 'd', 'e', 'null'],
)
const plainScalar = fc.constantFrom(
  ...[
    'foo',
    'a b',
    '1.0',
    '0x1F',
    '0o17',
    '1e3',
    '5.',
    '~',
    'null',
    'True',
    'no',
    '"a: b"',
    "'it''s'",
  ],
  ...[
    '"q\\n\\u00e9"',
    'a # c',
    'a #c',
    'a# b',
    '[a, b]',
    '[]',
    '["x", "y"]',
    '[1, 2]',
    '{"a":"b"}',
  ],
  ...[
    'http://x',
    'é',
    '😀',
    '…',
    '\u00a0',
    'x\u3000',
    '12345678901234567890',
    '1_000',
    '2024-01-01',
  ],
  ...[
    '["a" , "b"]',
    '[true, null]',
    "x'y",
    'a "b"',
    'x?',
    'a,b',
    'a[b]',
    '{"a":{"b":["c"]}}',
    'a: b',
  ],
)
const unusualScalar = fc.oneof(
  fc.constantFrom(
    ...[
      '-1',
      '.5',
      '+3',
      '"bad\\q"',
      "'open",
      '"x" y',
      '#c',
      '[a, ]',
      '{}',
      '{"a":"b","a":"c"}',
      '{a: b}',
    ],
    ...[
      'a:',
      ':x',
      '- x',
      '-x',
      '*a',
      '&a b',
      '!t x',
      '@x',
      '%x',
      '| x',
      '-0',
      '.inf',
      '.nan',
      '=',
      '<<',
    ],
    ...[
      '[a, "b"]',
      '{"__proto__":"x"}',
      '["\\u0000"]',
      'true',
      '? x',
      '"',
      'a\tb',
      '',
      '[[a], b]',
      'x\u0085y',
    ],
  ),
  fc.string({ maxLength: 12 }),
)
const scalar = fc.oneof(
  { weight: 9, arbitrary: plainScalar },
  { weight: 1, arbitrary: unusualScalar },
)
const lines = fc.array(
  fc.oneof({ weight: 6, arbitrary: scalar }, fc.constantFrom('', '', ' x', '# x')),
  {
    minLength: 1,
    maxLength: 4,
  },
)
const indent = fc.constantFrom('  ', '  ', '  ', '    ', ' ', '')

const oneLine = fc.tuple(word, scalar).map(([key, value]) => `${key}: ${value}`)
const block = fc
  .tuple(word, fc.constantFrom('|', '>', '|-', '>-', '|-', '>', '', '|+', '>2'), indent, lines)
  .map(([key, mark, pad, text]) =>
    [`${key}: ${mark}`, ...text.map((line) => pad + line)].join('\n'),
  )
const list = fc
  .tuple(word, indent, lines)
  .map(([key, pad, items]) => [`${key}:`, ...items.map((item) => `${pad}- ${item}`)].join('\n'))
const map = fc
  .tuple(word, indent, fc.array(fc.oneof(oneLine, list), { minLength: 1, maxLength: 3 }))
  .map(([key, pad, inner]) =>
    [
      `${key}:`,
      ...inner
        .join('\n')
        .split('\n')
        .map((line) => pad + line),
    ].join('\n'),
  )
const entry = fc.oneof(
  { weight: 4, arbitrary: oneLine },
  { weight: 2, arbitrary: block },
  { weight: 2, arbitrary: list },
  { weight: 2, arbitrary: map },
  fc.constantFrom('# comment', '', '  # comment', '...', '  ', 'stray'),
)

/** Text like frontmatter: often valid, and often enough invalid to cover edge cases. */
export const yamlText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(entry, { maxLength: 5 }),
    fc.constantFrom('\n', '\n', '\r\n', ' \n'),
    fc.boolean(),
  )
  .map(([entries, lineEnd, ended]) => {
    const text = entries.join('\n').replaceAll('\n', lineEnd)
    return ended || entries.length > 1 ? text + lineEnd : text
  })
