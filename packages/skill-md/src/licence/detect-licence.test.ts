import { createHash } from 'node:crypto'
import texts from 'spdx-license-list/full.js'
import { describe, expect, test } from 'vitest'
import type { PackageFile } from '../package/package-file.ts'
import { detectLicence } from './detect-licence.ts'

const textOf = (id: string) => texts[id]?.licenseText ?? ''

const file = (path: string, text: string): PackageFile => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable: false,
})

const skill = (licence?: string) =>
  file(
    'SKILL.md',
    `---\nname: a\ndescription: b\n${licence ? `license: ${licence}\n` : ''}---\nText\n`,
  )

const root = { path: 'LICENSE', text: textOf('MIT') }
const reserved = 'Copyright 2026 Somebody. All rights reserved. You may not copy this.'

describe('the order of places', () => {
  test('the file in the folder counts, whatever is above it', () => {
    const report = detectLicence([skill(), file('LICENSE.txt', textOf('Apache-2.0'))], [root])
    expect(report).toMatchObject({ status: 'known', expression: 'Apache-2.0' })
    expect(report.evidence).toEqual([
      {
        ...{ path: 'LICENSE.txt', kind: 'file', expression: 'Apache-2.0', score: 1 },
        textSha256: createHash('sha256').update(textOf('Apache-2.0')).digest('hex'),
      },
    ])
  })

  test('without one, the nearest file above counts', () => {
    const nearer = { path: 'skills/LICENSE', text: textOf('ISC') }
    expect(detectLicence([skill()], [nearer, root]).expression).toBe('ISC')
    expect(detectLicence([skill()], [{ path: 'NOTICE', text: 'x' }, root]).expression).toBe('MIT')
    const pointer = { path: 'skills/LICENSE', text: '../LICENSE\n' }
    expect(detectLicence([skill()], [pointer, root]).expression).toBe('MIT')
  })

  test('nothing that names a licence is none', () => {
    expect(detectLicence([skill()], [])).toEqual({ status: 'none', expression: null, evidence: [] })
    expect(detectLicence([], []).status).toBe('none')
  })

  test('is what the registry says where nothing else says anything, and never instead of it', () => {
    expect(detectLicence([skill()], [], 'MIT-0')).toMatchObject({
      ...{ status: 'known', expression: 'MIT-0' },
      evidence: [{ path: 'registry', kind: 'registry', expression: 'MIT-0' }],
    })
    expect(detectLicence([skill()], [], 'all yours').status).toBe('unknown')
    expect(detectLicence([skill('Proprietary')], [], 'MIT').status).toBe('proprietary')
    expect(detectLicence([skill()], [root], 'ISC')).toMatchObject({ expression: 'MIT' })
    expect(detectLicence([skill('ISC')], [], 'MIT').evidence).toHaveLength(1)
  })

  test('is none in folders below', () => {
    const inside = file('references/license.md', textOf('MIT'))
    expect(detectLicence([skill(), inside], []).status).toBe('none')
  })

  test('several files of one folder hold together', () => {
    const dual = [file('LICENSE-MIT', textOf('MIT')), file('LICENSE-APACHE', textOf('Apache-2.0'))]
    expect(detectLicence([skill(), ...dual], []).expression).toBe('Apache-2.0 AND MIT')
    expect(detectLicence([skill('MIT'), ...dual], []).status).toBe('conflict')
    const lesser = [
      file('COPYING', textOf('GPL-3.0-only')),
      file('COPYING.LESSER', textOf('LGPL-3.0-only')),
    ]
    expect(detectLicence([skill(), ...lesser], []).expression).toBe('LGPL-3.0-only')
  })
})

const fields: readonly [field: string, status: string, expression: string | null][] = [
  ['MIT', 'known', 'MIT'],
  ['MIT license', 'known', 'MIT'],
  ['The MIT License (MIT)', 'known', 'MIT'],
  ['apache-2.0', 'known', 'Apache-2.0'],
  ['Apache License, Version 2.0', 'known', 'Apache-2.0'],
  ['Apache 2', 'known', 'Apache-2.0'],
  ['BSD 3-Clause', 'known', 'BSD-3-Clause'],
  ['GPLv3', 'known', 'GPL-3.0-only'],
  ['GNU General Public License v3.0 or later', 'known', 'GPL-3.0-or-later'],
  ['GPL-3.0+', 'known', 'GPL-3.0-or-later'],
  ['CC-BY-NC-4.0', 'known', 'CC-BY-NC-4.0'],
  ['CC BY 4.0', 'known', 'CC-BY-4.0'],
  ['(MIT OR Apache-2.0)', 'known', 'MIT OR Apache-2.0'],
  ['MIT. See LICENSE.txt for details.', 'known', 'MIT'],
  ['BSD', 'unknown', null],
  ['Apache', 'unknown', null],
  ['Unknown', 'unknown', null],
  ['MIT for tools, other terms for data', 'unknown', null],
  ['https://example.org/LICENSE', 'unknown', null],
  ['Complete terms in LICENSE.txt', 'unknown', null],
  ['LICENSE', 'unknown', null],
  ['Proprietary. LICENSE.txt has complete terms', 'proprietary', null],
  ['Proprietary', 'proprietary', null],
  ['UNLICENSED', 'proprietary', null],
  ['All rights reserved', 'proprietary', null],
]

test.each(fields)('the field %j alone is %s', (field, status, expression) => {
  expect(detectLicence([skill(JSON.stringify(field))], [])).toMatchObject({ status, expression })
})

test.each(['Complete terms in LICENSE.txt', 'LICENSE', 'See the LICENSE file.', 'See LICENSE.txt'])(
  'the field %j means the file',
  (field) => {
    const own = file('LICENSE.txt', textOf('Apache-2.0'))
    expect(detectLicence([skill(JSON.stringify(field)), own], []).expression).toBe('Apache-2.0')
    expect(detectLicence([skill(JSON.stringify(field))], [root]).expression).toBe('MIT')
  },
)

describe('places that differ', () => {
  test('a field that names another licence than the file is a conflict', () => {
    const own = file('LICENSE', textOf('Apache-2.0'))
    expect(detectLicence([skill('MIT'), own], []).status).toBe('conflict')
    expect(detectLicence([skill('BSD-3-Clause license')], [root]).status).toBe('conflict')
    expect(detectLicence([skill('MIT AND ISC')], [root]).status).toBe('conflict')
  })

  test('a field that says more about the same text is none', () => {
    const gnu = file('COPYING', textOf('GPL-3.0-only'))
    expect(detectLicence([skill('GPL-3.0-or-later'), gnu], []).expression).toBe('GPL-3.0-or-later')
    expect(detectLicence([skill('MIT OR GPL-3.0-only')], [root]).expression).toBe('MIT')
  })

  test('E10: rights reserved anywhere are not outweighed by a licence elsewhere', () => {
    expect(detectLicence([skill('MIT'), file('LICENSE', reserved)], [root]).status).toBe(
      'proprietary',
    )
    expect(detectLicence([skill('Proprietary')], [root]).status).toBe('proprietary')
    expect(detectLicence([skill()], [{ path: 'LICENSE', text: reserved }]).status).toBe(
      'proprietary',
    )
  })

  test('a file that is not recognised is not outweighed by a field', () => {
    expect(detectLicence([skill('MIT'), file('LICENSE', 'Ask me.')], [root]).status).toBe('unknown')
  })
})

test('hostile files: neither size nor bytes stop it, and a too long text is unknown', () => {
  const long = file('LICENSE', textOf('MIT') + ' x'.repeat(5_000_000))
  expect(detectLicence([skill(), long], [root]).status).toBe('unknown')
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)
  expect(detectLicence([{ path: 'LICENSE', bytes, executable: false }], []).status).toBe('unknown')
  const many = Array.from({ length: 50 }, (_, at) => file(`LICENSE-MIT-${at}`, textOf('MIT')))
  expect(detectLicence([skill(), ...many], [root]).expression).toBe('MIT')
  expect(detectLicence([skill(`"${'('.repeat(400)}MIT"`)], []).status).toBe('unknown')
})
