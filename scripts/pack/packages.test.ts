import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../proof/paths.ts'
import { problemsOfPackage } from './check-package.ts'
import { publishedManifest } from './published-manifest.ts'
import { publishedPackages, readManifest } from './published-packages.ts'

const sourceManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))

describe('the published packages', () => {
  it('are all packages but the page, which the server brings along', () => {
    const known = [...publishedPackages.map(({ folder }) => folder), 'console']
    expect(known.toSorted()).toEqual(readdirSync(join(root, 'packages')).toSorted())
  })

  it('come after the packages that they need, all of one version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const built = new Set<string>()
    for (const published of publishedPackages) {
      const manifest = readManifest(published)
      const needed = Object.entries(manifest.dependencies ?? {}).filter(([name]) =>
        name.startsWith('@repertoire/'),
      )
      expect([manifest.name, needed.filter(([name]) => !built.has(name))]).toEqual([
        manifest.name,
        [],
      ])
      expect([manifest.version, ...needed.map(([, wanted]) => wanted)]).toEqual(
        Array(needed.length + 1).fill(version),
      )
      built.add(manifest.name)
    }
  })

  it.each(publishedPackages)('$folder cannot be published from its sources', ({ folder }) => {
    expect(sourceManifest(folder)).toMatchObject({ private: true })
  })
})

describe('a published manifest', () => {
  const manifest = {
    ...{ name: '@repertoire/x', version: '1.2.3', description: 'x' },
    exports: {
      '.': { 'repertoire-source': './src/i.ts', types: './dist/i.d.ts', default: './dist/i.js' },
    },
    ...{ dependencies: { zod: '4.0.0', '@temporalio/worker': '1.0.0' } },
    ...{ devDependencies: { vitest: '5' }, scripts: { openapi: 'x' }, private: true },
  }
  const shared = { license: 'Apache-2.0', engines: { node: '>=22' } }
  const published = publishedManifest(manifest, shared, /^@temporalio\//)

  it('leaves out what only this repository uses', () => {
    expect(JSON.stringify(published)).not.toMatch(/repertoire-source|vitest|private|openapi/)
    expect(published).toMatchObject({ exports: { '.': { default: './dist/i.js' } }, ...shared })
  })

  it('makes an optional peer of what is installed on request', () => {
    expect(published).toMatchObject({
      dependencies: { zod: '4.0.0' },
      peerDependencies: { '@temporalio/worker': '1.0.0' },
      peerDependenciesMeta: { '@temporalio/worker': { optional: true } },
    })
  })
})

describe('a built package is refused', () => {
  let folder: string
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'repertoire-built-'))
    const exports = { '.': { types: './dist/i.d.ts', default: './dist/i.js' } }
    write('package.json', JSON.stringify({ name: 'x', exports, dependencies: { zod: '4' } }))
    for (const path of ['README.md', 'LICENSE', 'dist/i.d.ts']) write(path, 'x')
    write('dist/i.js', "import { z } from 'zod'\nimport 'node:fs'\nconst text = `import 'no'`\n")
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('only if something is wrong', () => {
    expect(problemsOfPackage(folder)).toEqual([])
  })

  it.each(['LICENSE', 'README.md', './dist/i.js', './dist/i.d.ts'])('without %s', (path) => {
    rmSync(join(folder, path))
    expect(problemsOfPackage(folder)).toEqual([`${path} is missing or empty`])
  })

  it('when nothing in it can be used', () => {
    write('package.json', '{"name": "x", "dependencies": {"zod": "4"}}')
    expect(problemsOfPackage(folder)).toEqual(['nothing in it can be imported or started'])
  })

  it.each(['dist/i.test.js', 'dist/.tsbuildinfo', 'tsconfig.json'])('with %s', (path) => {
    write(path, '')
    expect(problemsOfPackage(folder)).toEqual([`${path} does not belong in a package`])
  })

  it('when code or declarations import what the manifest does not name', () => {
    write('dist/i.d.ts', "export type X = import('@types/pg').Pool\n")
    write('dist/i.js', "import {\n  a,\n} from 'kysely/deep'\n")
    expect(problemsOfPackage(folder)).toEqual([
      'dist/i.d.ts imports @types/pg, which the manifest does not name',
      'dist/i.js imports kysely, which the manifest does not name',
    ])
  })
})
