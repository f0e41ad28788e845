import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findCycles,
  importGraph,
  importsOf,
  isTest,
  root,
  sourceFiles,
} from './architecture/imports.ts'

/** Which packages each package may import (ARCHITECTURE.md, "Packages"; docs/decisions/0004 for the command). */
const arrows: Record<string, readonly string[]> = {
  'skill-md': [],
  core: ['skill-md'],
  store: ['core', 'skill-md'],
  sandbox: [],
  sources: ['core', 'skill-md'],
  'word-vectors': ['core'],
  protocol: ['core'],
  server: ['core', 'sandbox', 'store', 'sources', 'protocol', 'skill-md', 'word-vectors'],
  client: ['protocol'],
  cli: ['client', 'skill-md'],
  repertoire: ['cli', 'server'],
  console: ['client', 'protocol', 'skill-md'],
}

/**
 * Which floors of core the sources of a package import. An adapter of a port has no business with how skills are chosen or used; what is
 * named here beyond base, domain and ports are problems and rules that the adapter has to keep in its transactions.
 */
const floorsOfCore: Readonly<Record<string, readonly string[]>> = {
  store: ['base', 'domain', 'ports', 'keep', 'ingest'],
  sources: ['base', 'domain', 'ports', 'ingest', 'report'],
  'word-vectors': ['ports'],
  protocol: ['base', 'domain', 'ports', 'report'],
  server: ['base', 'domain', 'ports', 'keep', 'ingest', 'choose', 'use', 'report'],
}

/** Which packages a package starts as processes. Its manifest names them so that they are found; its sources do not import them. */
const starts: Record<string, readonly string[]> = {
  cli: ['server', 'sandbox'],
}

const packages = readdirSync(join(root, 'packages'))

describe('the shape of the project', () => {
  it('knows every package there is', () => {
    expect(packages.toSorted()).toEqual(Object.keys(arrows).toSorted())
  })

  it.each(packages)('%s: its manifest names only what the arrows allow', (name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      .filter((dependency) => dependency.startsWith('@repertoire/'))
      .map((dependency) => dependency.slice('@repertoire/'.length))
    const allowed = [...(arrows[name] ?? []), ...(starts[name] ?? [])]
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

  it.each(Object.entries(floorsOfCore))(
    '%s: names the floors of core that it uses',
    (name, floors) => {
      const used = sourceFiles(`packages/${name}/src`)
        .filter((file) => !isTest(file) && !/\/(?:testing|contract)\//.test(file))
        .flatMap(importsOf)
        .filter((specifier) => specifier.split('/')[1] === 'core')
        .map((specifier) => specifier.split('/')[2] ?? 'all of it')
      expect([...new Set(used)].toSorted()).toEqual(floors.toSorted())
    },
  )

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

  it.each(packages)('%s: has no circle of imports, type-only imports included', (name) => {
    expect(findCycles(importGraph(sourceFiles(`packages/${name}`)))).toEqual([])
  })

  it('scripts and bench have no circle of imports', () => {
    expect(findCycles(importGraph([...sourceFiles('scripts'), ...sourceFiles('bench')]))).toEqual(
      [],
    )
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

  it.each(['docs/promises.md', 'docs/a-turn.md', 'docs/security.md', 'SECURITY.md'])(
    '%s names only files that exist',
    (name) => {
      const page = readFileSync(join(root, name), 'utf8')
      const named = [...page.matchAll(/`((?:[a-z-]+\/)+[\w.-]+)`/g)].map((match) => match[1] ?? '')
      const missing = named.filter(
        (path) => !existsSync(join(root, path)) && !existsSync(join(root, 'packages', path)),
      )
      expect(named.length).toBeGreaterThan(20)
      expect(missing).toEqual([])
    },
  )

  it('READMEs of packages and folders name only files that exist', () => {
    const readmes = globSync('packages/**/README.md', { cwd: root }).filter(
      (path) => !/(^|\/)(node_modules|dist)\//.test(path),
    )
    const missing = readmes.flatMap((path) => {
      const page = readFileSync(join(root, path), 'utf8')
      const source = join(...path.split('/').slice(0, 2), 'src')
      const known = [dirname(path), source, join(source, '..'), '.', 'packages']
      return [...page.matchAll(/`([\w.-]*(?:\/[\w.-]+)+\.tsx?)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !known.some((folder) => existsSync(join(root, folder, name))))
        .map((name) => `${path} names ${name}`)
    })
    expect(readmes.length).toBeGreaterThan(15)
    expect(missing).toEqual([])
  })

  it('workflow code, which Temporal replays, imports only its SDK and types', () => {
    const file = 'packages/server/src/runtime/engines/temporal/workflow.ts'
    const types = ['./run-activities.ts', './trigger-activities.ts']
    expect(importsOf(file)).toEqual(['@temporalio/workflow', ...types])
    const text = readFileSync(join(root, file), 'utf8')
    for (const from of types) {
      expect(text).toMatch(
        new RegExp(`\\nimport type [^;\\n]*? from '${from.replaceAll('.', '\\.')}'`),
      )
    }
  })

  it('locks versions without addresses', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http')
  })
})
