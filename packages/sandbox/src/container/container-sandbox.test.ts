import { execFileSync, spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { sandboxContract } from '../contract/sandbox.contract.ts'
import type { Sandbox } from '../execution/execution.ts'
import { testImage } from '../testing/container-image.ts'
import { openContainerSandbox } from './open-container-sandbox.ts'

/** Container tests take a minute and more: they run only if a variable names the engine. */
const command = process.env.TEST_CONTAINER_COMMAND
const account = { uid: 59_917, gid: 59_917 }
const sizes = { concurrency: 2, queueLimit: 100, account }

async function open(engine: string): Promise<Sandbox> {
  return openContainerSandbox({ command: engine, image: await testImage(engine), ...sizes })
}

describe('containers without an engine', () => {
  it('are rejected with what to install', async () => {
    const sandbox = await openContainerSandbox({ command: 'no-such-engine', image: 'x', ...sizes })
    expect(await sandbox.health()).toMatchObject({
      available: false,
      reason: expect.stringContaining('no-such-engine is not installed; install it'),
    })
    await expect(runScript(sandbox, 'shell', 'true')).rejects.toMatchObject({
      code: 'sandbox.unavailable',
    })
  })
})

if (command !== undefined) {
  sandboxContract(`containers of ${command}`, () => open(command))

  describe(`containers of ${command}`, () => {
    const parentEnd = (): string =>
      execFileSync(command, ['ps', '-aq', '--filter', 'label=repertoire.sandbox']).toString()

    it('are rejected with the missing image, and never pull it', async () => {
      const sandbox = await openContainerSandbox({ command, image: 'localhost/none:1', ...sizes })
      expect(await sandbox.health()).toMatchObject({
        available: false,
        reason: expect.stringContaining('localhost/none:1'),
      })
    })

    it('lack a runtime whose image is missing, and run the others', async () => {
      const here = await testImage(command)
      const image = { python: here, node: 'localhost/none:1', shell: here }
      const sandbox = await openContainerSandbox({ command, image, ...sizes })
      expect(await runScript(sandbox, 'python', 'print(1)')).toMatchObject({ stdout: '1\n' })
      await expect(runScript(sandbox, 'node', '')).rejects.toMatchObject({
        ...{
          code: 'sandbox.runtime-missing',
          message: expect.stringContaining('localhost/none:1'),
        },
      })
      await sandbox.close()
    }, 120_000)

    it('resist attacks, and are removed afterwards', async () => {
      const sandbox = await open(command)
      const script = `
setsid sleep 987654 > /dev/null 2>&1 &
(setsid nohup sleep 987654 > /dev/null 2>&1 &)
id -u; grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status
for at in / /usr /etc /skill /boot /proc/sys; do touch $at/x 2>/dev/null && echo "wrote $at"; done
echo x > /boot/start && echo wrote start
ls /sys/class/net
(echo > /dev/tcp/127.0.0.1/22) 2>/dev/null && echo connected
(echo > /dev/tcp/10.0.0.1/80) 2>/dev/null && echo connected
dd if=/dev/zero of=/tmp/fill bs=1M count=40 2>/dev/null || echo tmp full
dd if=/dev/zero of=big bs=1M count=40 2>/dev/null || echo file limit
rm -f big
for n in {1..200}; do sleep 20 & done 2>/dev/null
echo end`
      const { stdout } = await runScript(sandbox, 'shell', script)
      const lines = stdout.split('\n')
      expect(lines.slice(0, 3)).toEqual(['59917', 'CapEff:\t0000000000000000', 'NoNewPrivs:\t1'])
      expect(stdout).not.toMatch(/wrote|connected/)
      expect(lines.slice(3, 6)).toEqual(['lo', 'tmp full', 'file limit'])
      await sandbox.close()
      expect(parentEnd()).toBe('')
      const processes = execFileSync('ps', ['-eo', 'args']).toString()
      expect(processes).not.toContain('sleep 987654')
    }, 120_000)

    it('report when their memory is not limited', async () => {
      const image = await testImage(command)
      const memoryNotLimited = { extraArgs: ['--memory', '4g', '--memory-swap', '4g'] }
      const sandbox = await openContainerSandbox({ command, image, ...memoryNotLimited, ...sizes })
      expect((await sandbox.health()).reason).toContain('does not limit memory')
      await sandbox.close()
      const limited = await open(command)
      expect(await limited.health()).toMatchObject({ available: true, reason: '' })
      await limited.close()
    }, 120_000)

    it('have a limited number of processes', async () => {
      const sandbox = await open(command)
      const script = `
import os, time
made = 0
try:
  while True:
    if os.fork() == 0: time.sleep(30); os._exit(0)
    made += 1
except OSError as error: print(error.errno, made < 64, flush=True)`
      const result = await runScript(sandbox, 'python', script)
      expect(result).toMatchObject({ status: 'ok', stdout: '11 True\n' })
      await sandbox.close()
    }, 120_000)

    it('orphaned by a dead process are removed by the next start', async () => {
      const program = `
import { openContainerSandbox } from ${JSON.stringify(`${import.meta.dirname}/open-container-sandbox.ts`)}
import { requestOf } from ${JSON.stringify(`${import.meta.dirname}/../contract/run-script.ts`)}
const sandbox = await openContainerSandbox(${JSON.stringify({ command, image: await testImage(command), ...sizes })})
const listener = { onOutput: () => console.log('up') }
await sandbox.execute(requestOf('shell', 'echo up; sleep 600', { limits: { wallMs: 600_000 } }), listener)`
      const args = [
        '--conditions=repertoire-source',
        '--input-type=module-typescript',
        '-e',
        program,
      ]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      await new Promise((resolve) => child.stdout.once('data', resolve))
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('close', resolve))
      expect(parentEnd()).not.toBe('')
      const next = await open(command)
      await next.close()
      expect(parentEnd()).toBe('')
    }, 120_000)
  })
}
