import { spawn, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { guardDescriptor, guardedLine } from './guarded-line.ts'

/** A process that starts a line as we do, tells its number, and waits. */
const starter = (line: string): string => `
const { spawn } = require('node:child_process')
const stdio = ['ignore', 'inherit', 'inherit', 'ignore', 'pipe']
const child = spawn('/bin/sh', ['-c', ${JSON.stringify(line)}], { detached: true, stdio })
child.once('exit', (code, signal) => { console.log('ended', code, signal); process.exit() })
console.log(child.pid)
setInterval(() => undefined, 1000)`

async function startedBy(line: string) {
  const owner = spawn(process.execPath, ['-e', starter(line)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  owner.stdout.on('data', (bytes) => {
    said += bytes
  })
  await expect.poll(() => said).toMatch(/^\d+\n/)
  return { owner, pid: Number.parseInt(said, 10), said: () => said }
}

/** Not counting what has ended and only waits to be noticed, which not every first process does. */
function isThere(group: number): boolean {
  try {
    process.kill(-group, 0)
  } catch {
    return false
  }
  const { stdout, status } = spawnSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' })
  if (status !== 0) return true
  return stdout.split('\n').some((line) => {
    const [of, state = ''] = line.trim().split(/\s+/)
    return of === String(group) && !state.startsWith('Z')
  })
}

it('a guarded line dies with the process that started it, however that was killed', async () => {
  const { owner, pid } = await startedBy(guardedLine('sleep 100'))
  expect(guardDescriptor).toBe(4)
  expect(isThere(pid)).toBe(true)
  owner.kill('SIGKILL')
  await expect.poll(() => isThere(pid), { timeout: 60_000 }).toBe(false)
})

it('a line that is not guarded would not', async () => {
  const { owner, pid } = await startedBy('exec sleep 100')
  owner.kill('SIGKILL')
  await new Promise((resolve) => owner.once('exit', resolve))
  expect(isThere(pid)).toBe(true)
  process.kill(-pid, 'SIGKILL')
})

it('a guarded line ends as it would alone, and has no child it does not know', async () => {
  const wait = 'import os\ntry: os.wait()\nexcept ChildProcessError: os.kill(os.getpid(), 15)'
  const { said } = await startedBy(guardedLine(`python3 -c '${wait}'`))
  await expect.poll(said, { timeout: 60_000 }).toMatch(/ended null SIGTERM/)
})
