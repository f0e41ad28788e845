import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript, which runs before anything is installed.
import { findNpmWithSbom } from './requirements.mjs'
// @ts-expect-error Plain JavaScript, as vitest loads it.
import { sbom } from './sbom.mjs'

const root = join(import.meta.dirname, '..')

interface Component {
  readonly 'bom-ref': string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly {
    readonly license?: { readonly id: string }
    readonly expression?: string
  }[]
}

/** Licences whose terms allow to distribute Repertoire as it is. OFL-1.1: of the fonts, which carry its text beside them. */
const allowedLicences =
  /^(MIT|Apache-2\.0|ISC|0BSD|Unlicense|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-[34]\.0|OFL-1\.1|Python-2\.0|Apache-2\.0 AND MIT|\((AFL-2\.1 OR BSD-3-Clause|BSD-3-Clause OR GPL-2\.0|MIT AND Zlib)\))$/

/** Packages whose manifest names no licence: what their own LICENSE file is. */
const licenceFiles: Readonly<Record<string, string>> = { 'unionfs@4.6.0': 'Unlicense' }

describe.skipIf(!findNpmWithSbom())('the bill of materials', () => {
  const text: string = findNpmWithSbom() ? sbom() : '{"components":[]}'
  const { bomFormat, components } = JSON.parse(text) as {
    readonly bomFormat: string
    readonly components: readonly Component[]
  }

  it('lists every production dependency of the lock file with its hash', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<
        Record<string, { dev?: boolean; link?: boolean; version?: string; integrity?: string }>
      >
    }
    const listed = new Map(components.map((one) => [one.purl, one.hashes?.[0]?.content]))
    const wrong = Object.entries(lock.packages).filter(([path, one]) => {
      const at = path.lastIndexOf('node_modules/')
      // Optional packages of other machines are locked, and not installed here.
      if (at === -1 || one.dev || one.link || !('integrity' in one) || 'optional' in one)
        return false
      if ('devOptional' in one || 'peer' in one) return false
      const name = path.slice(at + 'node_modules/'.length).replace('@', '%40')
      const [, hash = ''] = /^sha512-(.*)$/.exec(one.integrity ?? '') ?? []
      const expected = Buffer.from(hash, 'base64').toString('hex')
      return listed.get(`pkg:npm/${name}@${one.version}`) !== expected
    })
    expect([bomFormat, wrong.map(([path]) => path)]).toEqual(['CycloneDX', []])
    expect(components.length).toBeGreaterThan(200)
  })

  it('has no licence that a release must not carry', () => {
    const licences = components.map(({ licenses = [], ...one }) => ({
      ref: one['bom-ref'],
      licence:
        licenceFiles[one['bom-ref']] ??
        licenses.map((each) => each.license?.id ?? each.expression).join(' AND '),
    }))
    expect(licences.filter(({ licence }) => !allowedLicences.test(licence))).toEqual([])
  })

  it('is the same each time, and says nothing of this machine', () => {
    expect(sbom()).toBe(text)
    expect(text).not.toContain(root)
    expect(text).not.toMatch(/"timestamp"|"distribution"/)
  })
})
