import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { writeGuidePrograms } from './pack/guide-programs.ts'
import { root } from './proof/paths.ts'

const run = async (file: string, cwd: string) => {
  const options = { cwd, env: { PATH: process.env.PATH } }
  const args = ['--conditions=repertoire-source', file]
  return (await promisify(execFile)(process.execPath, args, options)).stdout
}

describe('docs/embedding', () => {
  // Inside the clone, so that the packages are found.
  const folder = join(root, 'dist/guide-programs')
  mkdirSync(folder, { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('the example runs as printed, and puts the skill into the prompt', async () => {
    const printed = await run(join(root, 'docs/examples/embed.ts'), folder)
    expect(printed).toContain('<skill name="postgres-triage">\n1. Look at locks.')
  })

  it.each(writeGuidePrograms(folder))('the program $file runs', async ({ file, prints }) => {
    expect(await run(file, folder)).toMatch(prints)
  })
})
