import fc from 'fast-check'
import texts from 'spdx-license-list/full.js'
import { describe, expect, test } from 'vitest'
import * as generated from './generated/licence-pairs.ts'
import { readLicenceText } from './read-licence-text.ts'
import { commonLicences } from './table/common-licences.ts'
import { encodeLicenceTable } from './table/encode-licence-table.ts'

const textOf = (id: string) => texts[id]?.licenseText ?? ''
const ids = commonLicences

test('the table is the one that scripts/licence-table.mjs writes', () => {
  const table = encodeLicenceTable(ids.map((id) => ({ id, text: textOf(id) })))
  expect(ids.filter((id) => textOf(id) === '')).toEqual([])
  expect({ ...generated }).toEqual(table)
})

const filled = (text: string, owner: string) =>
  text
    .replaceAll(/<year>|\[yyyy\]|<yyyy>|\[year\]/g, '2019-2026')
    .replaceAll(
      /<(?:copyright holders?|owner|name of (?:author|copyright owner))>|\[fullname\]/g,
      owner,
    )

/** Ways in which copies of one licence differ. */
const copies: readonly [name: string, change: (text: string) => string][] = [
  ['as it is', (text) => text],
  [
    'years and an owner',
    (text) => `Copyright (c) 2019-2026 Ada Lovelace\n\n${filled(text, 'Ada')}`,
  ],
  ['an owner with commas', (text) => `Copyright 2024 Foo, Inc. All rights reserved.\n${text}`],
  ['two owners below', (text) => `${text}\n\n© 2020 One Ltd\n(c) 2021 Two GmbH\n`],
  ['a title of its own', (text) => `# License\n\n${text}`],
  ['one line', (text) => text.replace(/\s+/g, ' ')],
  ['one paragraph a line', (text) => text.replace(/([^\n])\n(?!\n)/g, '$1 ')],
  ['wrapped at 40', (text) => text.replace(/(.{1,40})(?:\s+|$)/g, '$1\n')],
  ['Windows line ends', (text) => text.replaceAll('\n', '\r\n')],
  ['a comment', (text) => `/*\n${text.replace(/^/gm, ' * ')}\n */`],
  ['Markdown quotes', (text) => text.replace(/^/gm, '> ')],
  ['capital letters', (text) => text.toUpperCase()],
  ['curly quotes', (text) => text.replace(/"([^"\n]*)"/g, '“$1”').replaceAll("'", '’')],
]

describe.each(copies)('a copy with %s', (_, change) => {
  test.each(ids)('is recognised as %s', (id) => {
    const found = readLicenceText(change(textOf(id)))
    expect([found.says, found.expression]).toEqual(['known', id])
    expect(found.score).toBeGreaterThanOrEqual(0.9)
  })
})

test('Apache-2.0 without its appendix is Apache-2.0, and a copyright notice in it is no other licence', () => {
  const [terms = ''] = textOf('Apache-2.0').split('END OF TERMS AND CONDITIONS')
  expect(readLicenceText(terms).expression).toBe('Apache-2.0')
  expect(readLicenceText(`${terms}\nCopyright 2026 Somebody\n`).expression).toBe('Apache-2.0')
})

const additions = [
  'Copyright (c) 2026 Somebody. For non-commercial use only.',
  '(c) 2026 Somebody, all commercial rights reserved',
  'The Software may only be used for non-commercial purposes.',
  'Use by companies with more than 100 employees is prohibited.',
  'You may not sell the Software ("Commons Clause" License Condition v1.0).',
  'The files in the folder ee are excluded and covered by our Enterprise License.',
  'This license does not apply to the models; a separate license is needed for them.',
]

describe.each(additions)('near miss: a licence with "%s"', (addition) => {
  test.each(['MIT', 'Apache-2.0', 'BSD-3-Clause', 'MPL-2.0'])('is not %s', (id) => {
    const text = textOf(id)
    for (const changed of [`${text}\n\n${addition}`, `${addition}\n\n${text}`]) {
      expect(readLicenceText(changed).says).not.toBe('known')
    }
  })
})

test('near miss: half a licence, or a text that only speaks of one, is unknown', () => {
  const mit = textOf('MIT')
  expect(readLicenceText(mit.slice(0, mit.length / 2)).says).toBe('unknown')
  expect(readLicenceText('We like the MIT License and the Apache License.').says).toBe('unknown')
  expect(readLicenceText('').says).toBe('unknown')
  expect(readLicenceText(`${textOf('MIT')}\n${textOf('GPL-3.0-only')}`).expression).not.toBe('MIT')
  expect(readLicenceText('MIT '.repeat(100_000)).says).toBe('unknown')
})

test('near miss: words between those of a licence are never overlooked', () => {
  const words = textOf('MIT').split(/\s+/)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: words.length }), (at) => {
      const changed = words.toSpliced(at, 0, 'for non-commercial use only').join(' ')
      expect(readLicenceText(changed).says).not.toBe('known')
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
      expect(readLicenceText(text).says).not.toBe('known')
    }),
  )
})

const notices: readonly [text: string, expression: string][] = [
  ['SPDX-License-Identifier: MIT OR Apache-2.0\n', 'MIT OR Apache-2.0'],
  [
    '// SPDX-License-Identifier: GPL-2.0+ WITH Classpath-exception-2.0',
    'GPL-2.0-or-later WITH Classpath-exception-2.0',
  ],
  [
    'Copyright 2024 X\n\nLicensed under the Apache License, Version 2.0 (the "License");\nyou may not use this file except in compliance with the License.\nYou may obtain a copy of the License at\n\n    http://www.apache.org/licenses/LICENSE-2.0\n',
    'Apache-2.0',
  ],
  [
    'This program is free software: you can redistribute it and/or modify\nit under the terms of the GNU Affero General Public License as published by\nthe Free Software Foundation, either version 3 of the License, or\n(at your option) any later version.\n',
    'AGPL-3.0-or-later',
  ],
  [
    '# License\n\nThis project is licensed under the MIT License - see the root of the repository.',
    'MIT',
  ],
  [
    'Apache License 2.0\n\nThis skill is our own.\nSee the LICENSE of the repository.\n',
    'Apache-2.0',
  ],
  [
    'This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0.',
    'MPL-2.0',
  ],
]

test.each(notices)('a notice names the licence: %j', (text, expression) => {
  expect(readLicenceText(text)).toMatchObject({ says: 'known', kind: 'header', expression })
  expect(readLicenceText(`${text}\nCommercial use needs a separate license.`).says).not.toBe(
    'known',
  )
})

const reserved = [
  '© 2025 Company, PBC. All rights reserved.\n\nUse of these materials is governed by your agreement with Company. Users may not copy them.',
  'Copyright (c) 2024 Somebody. All rights reserved.',
  'Proprietary and confidential. Unauthorized copying of this file is strictly prohibited.',
  'This software is the proprietary property of Somebody.',
]

test.each(reserved)('E10: a text that reserves the rights is proprietary: %j', (text) => {
  expect(readLicenceText(text).says).toBe('proprietary')
})
