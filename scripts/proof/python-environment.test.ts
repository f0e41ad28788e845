import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('a program that is missing keeps nothing alive after it was looked for', async () => {
  const file = join(import.meta.dirname, 'python-environment.ts')
  const script = `import { runWithoutOutput } from ${JSON.stringify(file)}
    console.log(await runWithoutOutput('no-such-program', []))`
  const flags = ['--input-type=module-typescript', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: 60_000 })
  expect(stdout).toBe('false\n')
})
