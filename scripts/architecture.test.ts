import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Who may import whom (DESIGN, "Packages and the arrows"; docs/decisions/0004 for the command). */
const arrows: Record<string, readonly string[]> = {
  'skill-md': [],
  core: ['skill-md'],
  store: ['core', 'skill-md'],
  sandbox: [],
  sources: ['core', 'skill-md'],
  protocol: ['core'],
  server: ['core', 'sandbox', 'store', 'sources', 'protocol', 'skill-md'],
  client: ['protocol'],
  cli: ['client', 'skill-md'],
  console: ['client', 'protocol', 'skill-md'],
}

/** Named in the manifest to be found and started as a process, never imported. */
const startedNotImported: Record<string, readonly string[]> = {
  cli: ['server', 'sandbox'],
}

const packages = readdirSync(join(root, 'packages'))

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.(ts|tsx|mjs)$/.test(path) && !/(^|\/)(dist|node_modules|generated)\//.test(path),
    )
    .map((path) => join(folder, path))
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}

const isTest = (file: string): boolean => /\.(test|contract)\.tsx?$/.test(file)

describe('the shape of the project', () => {
  it('knows every package there is', () => {
    expect(packages.toSorted()).toEqual(Object.keys(arrows).toSorted())
  })

  it.each(packages)('%s: its manifest names only what the arrows allow', (name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      .filter((dependency) => dependency.startsWith('@repertoire/'))
      .map((dependency) => dependency.slice('@repertoire/'.length))
    const allowed = [...(arrows[name] ?? []), ...(startedNotImported[name] ?? [])]
    expect(named.filter((dependency) => !allowed.includes(dependency))).toEqual([])
  })

  it.each(packages)('%s: its sources import only along the arrows', (name) => {
    const allowed = arrows[name] ?? []
    const wrong = sourceFiles(`packages/${name}/src`)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((specifier) => specifier.startsWith('@repertoire/'))
          .filter((specifier) => !allowed.includes(specifier.split('/')[1] ?? ''))
          .map((specifier) => `${file} imports ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it.each(['skill-md', 'core', 'protocol', 'client'])('%s: reaches nothing of Node', (name) => {
    const wrong = sourceFiles(`packages/${name}/src`)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((specifier) => specifier.startsWith('node:'))
          .map((specifier) => `${file} imports ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it('has no relative import that leaves its package', () => {
    const wrong = packages.flatMap((name) =>
      sourceFiles(`packages/${name}/src`).flatMap((file) =>
        importsOf(file)
          .filter((specifier) => specifier.startsWith('.'))
          .filter((specifier) => !join(file, '..', specifier).startsWith(`packages/${name}/`))
          .filter(() => !isTest(file))
          .map((specifier) => `${file} imports ${specifier}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('keeps source files under 400 lines, and none is called utils or helpers', () => {
    const files = [...packages.map((name) => `packages/${name}/src`), 'scripts', 'bench'].flatMap(
      sourceFiles,
    )
    const tooLong = files
      .filter((file) => !isTest(file))
      .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 401)
    expect(tooLong).toEqual([])
    expect(
      files.filter((file) => /(^|\/)(utils?|helpers?|misc|common-utils)(\/|\.)/.test(file)),
    ).toEqual([])
  })

  it('docs/promises.md names only tests that are there', () => {
    const page = readFileSync(join(root, 'docs/promises.md'), 'utf8')
    const named = [...page.matchAll(/`((?:[a-z-]+\/)+[\w.-]+)`/g)].map((match) => match[1] ?? '')
    const missing = named.filter(
      (path) => !existsSync(join(root, path)) && !existsSync(join(root, 'packages', path)),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })

  it('locks versions without addresses', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http')
  })
})
