import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silent } from '../testing/engine-world.ts'
import { installTemporalRuntime } from './temporal-runtime.ts'
import { readHistory } from './testing/read-history.ts'
import { workflowBundle } from './workflow-bundle.ts'

const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json')
const repository = join(import.meta.dirname, '../../../../../..')
let server: string
let folder: string

/** As the build makes it: the compiled workflow, then its bundle beside it. In the repository, where the SDK is found. */
beforeAll(() => {
  mkdirSync(join(repository, 'dist'), { recursive: true })
  server = mkdtempSync(join(repository, 'dist/bundle-'))
  folder = join(server, 'dist/runtime/engines/temporal')
  mkdirSync(folder, { recursive: true })
  const source = readFileSync(join(import.meta.dirname, 'workflow.ts'), 'utf8')
  writeFileSync(join(folder, 'workflow.js'), stripTypeScriptTypes(source))
  writeFileSync(join(server, 'package.json'), '{"type":"module"}')
  const program = join(repository, 'scripts/pack/bundle-workflow.ts')
  execFileSync(process.execPath, [program, server], { stdio: 'pipe' })
}, 60_000)
afterAll(() => rmSync(server, { recursive: true, force: true }))

it('C8: a built package has the workflow as workers of its SDK run it, and it runs', async () => {
  const name = `workflow-${version}.bundle`
  expect(readdirSync(folder)).toContain(name)
  const bundle = await workflowBundle(folder)
  expect(bundle.code).toBe(readFileSync(join(folder, name), 'utf8'))
  const [, map = ''] = /sourceMappingURL=data:[^,]*,([\w+/=]+)/.exec(bundle.code) ?? []
  expect(atob(map)).toContain('workflow.js')
  expect(bundle.code + atob(map)).not.toContain(join(repository))
  installTemporalRuntime(silent)
  const history = readHistory(join(import.meta.dirname, 'histories/approved-by-action.json'))
  const replayed = Worker.runReplayHistory({ workflowBundle: bundle }, history, 'run/run_1')
  await expect(replayed).resolves.toBeUndefined()
}, 60_000)

it('C8: a bundle of another version of the SDK is not used', async () => {
  const ours = join(folder, `workflow-${version}.bundle`)
  const others = join(folder, 'workflow-0.0.1.bundle')
  renameSync(ours, others)
  try {
    expect(await workflowBundle(folder)).toEqual(await workflowBundle())
  } finally {
    renameSync(others, ours)
  }
}, 60_000)
