import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCommand } from './testing/run-command.ts'

describe('repertoire --version', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest)

  it.each(['--version', '-V'])('%s prints the version of the package alone', async (flag) => {
    const { code, stdout, stderr } = await runCommand([flag])
    expect([code, stdout, stderr]).toEqual([0, `repertoire ${version}\n`, ''])
  })

  it('stands in the help', async () => {
    expect((await runCommand(['--help'])).stdout).toMatch(/^ {2}-V, --version/m)
  })
})
