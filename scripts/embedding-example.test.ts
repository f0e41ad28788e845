import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('docs/embedding: the example runs as printed, and puts the skill into the prompt', async () => {
  const example = join(import.meta.dirname, '../docs/examples/embed.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=repertoire-source',
    example,
  ])
  expect(stdout).toContain('<skill name="postgres-triage">\n1. Look at locks.')
})
