/**
 * What somebody gets who has nothing of this repository: the packages from an npm registry, in an empty folder, with
 * TypeScript, as a library and as a command.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages } from '../../pack/build-packages.ts'
import { packTarballs } from '../../pack/pack-tarballs.ts'
import { root } from '../paths.ts'
import { createEmptyProject, type EmptyProject } from './empty-project.ts'
import { proveFirstAnswer, proveTemporalIsOptional } from './first-answer.ts'
import { proveEmbedding, proveLibrary } from './library.ts'
import { startLocalRegistry } from './local-registry.ts'

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

export async function provePacked(): Promise<void> {
  const folders = buildPackages(() => {})
  const destination = mkdtempSync(join(tmpdir(), 'repertoire-tarballs-'))
  const tarballs = packTarballs(folders, destination)
  assert.equal(tarballs.length, folders.length)
  report(`${tarballs.length} packages are built and packed; none is empty`)
  const server = folders.find((folder) => folder.endsWith('/server')) ?? ''
  assert.ok(
    readdirSync(join(server, 'dist/runtime/engines/temporal')).some((name) =>
      name.endsWith('.bundle'),
    ),
  )
  report('the workflow comes along as workers run it')
  const registry = await startLocalRegistry(tarballs)
  const outsider = createEmptyProject(registry.url)
  try {
    await proveCoreAlone(outsider)
    const names = tarballs.map(({ name }) => name).filter((name) => name !== 'repertoire')
    await proveLibrary(await outsider.project('library', [...names, ...compiler()]), report)
    const embedding = ['repertoire', ...libraries(), ...compiler()]
    await proveEmbedding(await outsider.project('embedding', embedding), report)
    const command = await outsider.project('command', ['repertoire'])
    await proveFirstAnswer(outsider, command, report)
    await proveTemporalIsOptional(outsider, command, report)
  } finally {
    registry.close()
    for (const folder of [destination, outsider.home]) {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function proveCoreAlone(outsider: EmptyProject): Promise<void> {
  const project = await outsider.project('core', ['@repertoire/core'])
  project.write('core.mjs', "console.log(typeof (await import('@repertoire/core')).runAgent)")
  // The condition that finds sources in this repository finds nothing else elsewhere.
  for (const flags of [[], ['--conditions=repertoire-source']]) {
    assert.equal(await project.run('node', [...flags, 'core.mjs']), 'function\n')
  }
  const installed = await project.run('npm', ['ls', '--all', '--parseable'])
  assert.ok(!installed.includes(root), 'nothing installed is a link into the repository')
  report('`npm install @repertoire/core` gives what can be imported, without a compiler')
}

/** What the programs of the guide import besides, in the versions of the server. */
function libraries(): string[] {
  const manifest = readFileSync(join(root, 'packages/server/package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest)
  return ['ai', 'zod'].map((name) => `${name}@${dependencies[name]}`)
}

/** The versions that this repository is checked with. */
function compiler(): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`)
}
