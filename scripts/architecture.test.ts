import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  circles,
  grouped,
  importGraph,
  importsOf,
  isTest,
  root,
  sourceFiles,
} from './architecture/imports.ts'

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

const belowArrive = ['base', 'domain', 'ports', 'keep'] as const
const belowUse = [...belowArrive, 'arrive', 'choose'] as const

/**
 * The floors of `core`, and which others each may import (ARCHITECTURE.md, "The floors of core"). A floor always
 * imports itself. Tests import whatever they test.
 */
const floors: Record<string, readonly string[]> = {
  base: [],
  domain: ['base'],
  ports: ['base', 'domain'],
  keep: ['base', 'domain', 'ports'],
  arrive: belowArrive,
  choose: ['base', 'domain', 'ports'],
  use: belowUse,
  account: [...belowUse, 'use'],
  testing: [...belowUse, 'use', 'account'],
}

const core = 'packages/core/src'

/** `domain` of `packages/core/src/domain/skill.ts`; empty for a file beside the floors. */
const floorOf = (file: string): string =>
  file
    .slice(core.length + 1)
    .split('/')
    .slice(0, -1)[0] ?? ''

/** Named in the manifest to be found and started as a process, never imported. */
const startedNotImported: Record<string, readonly string[]> = {
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

  it.each(packages)('%s: has no circle of imports, type-only imports included', (name) => {
    expect(circles(importGraph(sourceFiles(`packages/${name}`)))).toEqual([])
  })

  it('scripts and bench have no circle of imports', () => {
    expect(circles(importGraph([...sourceFiles('scripts'), ...sourceFiles('bench')]))).toEqual([])
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

describe('the floors of core', () => {
  const files = sourceFiles(core)
  const graph = importGraph(files.filter((file) => !isTest(file)))

  it('knows every floor there is', () => {
    const found = new Set(files.map(floorOf).filter((floor) => floor !== ''))
    expect([...found].sort()).toEqual(Object.keys(floors).sort())
    expect(files.filter((file) => floorOf(file) === '')).toEqual([`${core}/index.ts`])
  })

  it.each(Object.keys(floors))('%s: imports only the floors it may', (floor) => {
    const allowed = [floor, ...(floors[floor] ?? [])]
    const wrong = [...graph]
      .filter(([file]) => floorOf(file) === floor)
      .flatMap(([file, targets]) =>
        [...targets]
          .filter((target) => !allowed.includes(floorOf(target)))
          .map((target) => `${file} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('no floor may import one that may import it', () => {
    expect(
      circles(new Map(Object.entries(floors).map(([from, to]) => [from, new Set(to)]))),
    ).toEqual([])
  })

  it('the folders of a floor have no circle of imports', () => {
    const folderOf = (file: string): string | undefined => {
      const [floor, folder, ...rest] = file.slice(core.length + 1).split('/')
      return rest.length > 0 ? `${floor}/${folder}` : undefined
    }
    expect(circles(grouped(graph, folderOf))).toEqual([])
  })
})
