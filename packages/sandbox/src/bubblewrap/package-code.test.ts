import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, runScript } from '../contract/run-script.ts'
import type { Runtime, Sandbox } from '../execution/execution.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'

/** What an interpreter runs of a package before a script, by the variables that lead to it: each says what it finds. */
const packages: readonly {
  readonly runtime: Runtime
  readonly file: string
  readonly code: string
  readonly env: Readonly<Record<string, string>>
  readonly script: string
}[] = [
  {
    ...{ runtime: 'python', file: 'sitecustomize.py', env: { PYTHONPATH: '/layers/code' } },
    code: 'import os\nprint("found", os.listdir("/workspace"), flush=True)',
    script: 'print("script")',
  },
  {
    ...{ runtime: 'node', file: 'first.cjs', env: { NODE_OPTIONS: '-r /layers/code/first.cjs' } },
    code: 'console.log("found", require("fs").readdirSync("/workspace"))',
    script: 'console.log("script")',
  },
  {
    ...{ runtime: 'shell', file: 'first.sh', env: { BASH_ENV: '/layers/code/first.sh' } },
    code: 'echo found "[ \'$(ls /workspace)\' ]"',
    script: 'echo script',
  },
]

describe.skipIf(noBubblewrap)('code of packages', () => {
  let sandbox: Sandbox
  let folder = ''
  beforeAll(async () => {
    sandbox = await openSandbox({ concurrency: 1, poolSize: 1 })
    folder = await mkdtemp(join(tmpdir(), 'package-code-'))
    await chmod(folder, 0o755)
    for (const { file, code } of packages) await writeFile(join(folder, file), code)
  })
  afterAll(async () => {
    await sandbox.close(0)
    await rm(folder, { recursive: true, force: true })
  })

  // While the server writes these files, it could otherwise be led out of the folder, with nobody to watch.
  it.each(packages)('of $runtime runs only when the files of its job are there', async (one) => {
    const { runtime, env, script } = one
    const options = {
      env: { ...env, LANG: 'C.UTF-8' },
      layers: [{ hostPath: folder, at: '/layers/code' }],
      workspace: [fileOf('given.txt', 'x')],
    }
    for (const args of [[], ['from the pool', 'two words']]) {
      const result = await runScript(sandbox, runtime, script, { ...options, args })
      expect(result).toMatchObject({ status: 'ok', stderr: '' })
      expect(result.stdout.replaceAll(/\s+/g, ' ')).toMatch(/found \[ ?'given\.txt' ?\] script/)
    }
  })

  it.each(packages)('of $runtime leaves the arguments and variables as they are', async (one) => {
    const scripts = {
      python: 'import os, sys\nprint(sys.argv[1:], os.environ["HOME"], os.environ["X"])',
      node: 'console.log(process.argv.slice(2), process.env.HOME, process.env.X)',
      shell: 'printf "[%s] " "$@"; echo "$HOME $X"',
    }
    const { stdout, exitCode } = await runScript(sandbox, one.runtime, scripts[one.runtime], {
      ...{ env: { TZ: 'UTC', X: "it's 1" }, args: ['two words', "o'clock"] },
    })
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/two words.*o'clock.*\/tmp it's 1/)
  })
})
