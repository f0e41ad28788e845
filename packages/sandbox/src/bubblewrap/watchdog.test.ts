import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import type { Sandbox } from '../execution/execution.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'

/** The time limit would end each of these scripts too, but only after the test times out. */
const wallMs = 600_000

describe.skipIf(noBubblewrap).concurrent('the watchdog of bubblewrap', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox({ concurrency: 3 })
  })
  afterAll(() => sandbox.close())

  it('ends a fork bomb', async () => {
    const script = 'bomb() { bomb | bomb & }\nbomb; sleep 1000'
    expect(await runScript(sandbox, 'shell', script, { limits: { wallMs } })).toMatchObject({
      status: 'process-limit',
      exitCode: null,
    })
  })

  it('counts threads as processes', async () => {
    const script = `
import threading, time
threading.stack_size(65536)
try:
  while True: threading.Thread(target=time.sleep, args=(1000,)).start()
except RuntimeError: time.sleep(1000)`
    const result = await runScript(sandbox, 'python', script, { limits: { wallMs } })
    expect(result).toMatchObject({ status: 'process-limit', exitCode: null })
  })

  it('adds up the processor time of many short processes', async () => {
    const script = 'while :; do (n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); done) & wait; done'
    const limits = { wallMs, cpuSeconds: 1 }
    expect(await runScript(sandbox, 'shell', script, { limits })).toMatchObject({
      status: 'timed-out',
      exitCode: null,
    })
  })

  it('lets a script reach its limit of processes for a moment', async () => {
    const script = `
import os, time
born = []
try:
  while True:
    pid = os.fork()
    if pid == 0: time.sleep(0.3); os._exit(0)
    born.append(pid)
except BlockingIOError: pass
for pid in born: os.waitpid(pid, 0)
print(len(born) > 40)`
    const { status, stdout } = await runScript(sandbox, 'python', script)
    expect([status, stdout]).toEqual(['ok', 'True\n'])
  })
})
