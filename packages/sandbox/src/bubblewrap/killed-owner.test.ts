import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { printNamespace, processesIn } from '../attacks/process-namespace.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'

describe.skipIf(noBubblewrap)('bubblewrap when its parent is killed', () => {
  it('kills running executions at once, and the next process removes what is left', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'killed-'))
    const script = `${printNamespace}import time\ntime.sleep(100)`
    const program = `
import { openSandbox, defaultLimits } from '@repertoire/sandbox'
const sandbox = await openSandbox({ folder: ${JSON.stringify(folder)} })
const bytes = Buffer.from(${JSON.stringify(script)})
await sandbox.execute({ runtime: 'python', entry: 'a', args: [], stdin: new Uint8Array(), files: [{ path: 'a', bytes, executable: false }],
  workspace: [], env: {}, layers: [], limits: { ...defaultLimits, wallMs: 60_000 }, queueKey: '' },
  { onOutput: (_, bytes) => process.stdout.write(bytes) })`
    await chmod(folder, 0o755)
    const child = spawn(
      process.execPath,
      ['--conditions=repertoire-source', '--input-type=module', '-e', program],
      { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const namespace = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk) => resolve(String(chunk))),
    )
    expect(processesIn(namespace).length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await expect.poll(() => processesIn(namespace), { timeout: 60_000 }).toEqual([])
    const shared = join(folder, `repertoire-sandbox-${process.getuid?.()}`)
    const left = await readdir(shared)
    expect(left).toHaveLength(1)
    const next = await openSandbox({ folder })
    expect(await readdir(shared)).not.toContain(left[0])
    await next.close()
    expect(await readdir(shared)).toEqual([])
    await rm(folder, { recursive: true })
  })
})
