import { spawn, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { guardDescriptor, guardedLine } from './guarded-line.ts'

/** A process that starts a line as the sandbox does, prints its PID, and waits. */
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
  let stderr = ''
  owner.stdout.on('data', (bytes) => {
    stderr += bytes
  })
  await expect.poll(() => stderr).toMatch(/^\d+\n/)
  return { owner, pid: Number.parseInt(stderr, 10), stderr: () => stderr }
}

/** Live processes; zombies (exited but not yet reaped) do not count, because not every init reaps them. */
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

it('a guarded line dies with the process that started it, however it was killed', async () => {
  const { owner, pid } = await startedBy(guardedLine('sleep 100'))
  expect(guardDescriptor).toBe(4)
  expect(isThere(pid)).toBe(true)
  owner.kill('SIGKILL')
  await expect.poll(() => isThere(pid), { timeout: 60_000 }).toBe(false)
})

it('an unguarded line survives', async () => {
  const { owner, pid } = await startedBy('exec sleep 100')
  owner.kill('SIGKILL')
  await new Promise((resolve) => owner.once('exit', resolve))
  expect(isThere(pid)).toBe(true)
  process.kill(-pid, 'SIGKILL')
})

it('a guarded line exits like an unguarded one, and has no extra child', async () => {
  const wait = 'import os\ntry: os.wait()\nexcept ChildProcessError: os.kill(os.getpid(), 15)'
  const { stderr } = await startedBy(guardedLine(`python3 -c '${wait}'`))
  await expect.poll(stderr, { timeout: 60_000 }).toMatch(/ended null SIGTERM/)
})
