import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../execution/execution.ts'
import { runScript } from './run-script.ts'

/** How executions end when they are stopped, and the resource use they report. */
export function endingContract(
  opened: () => Sandbox,
  {
    limitsMemory,
    limitsFileSize,
  }: { readonly limitsMemory: boolean; readonly limitsFileSize: boolean },
): void {
  describe('endings', () => {
    it('by the wall clock limit', async () => {
      const script = 'echo before; sleep 30'
      const result = await runScript(opened(), 'shell', script, { limits: { wallMs: 2_000 } })
      expect(result).toMatchObject({ status: 'timed-out', exitCode: null, stdout: 'before\n' })
    })

    it('by the wall clock limit, although the script ignores signals', async () => {
      const script =
        'import signal, time\nfor n in range(1, 32):\n  try: signal.signal(n, signal.SIG_IGN)\n  except OSError: pass\nprint("deaf", flush=True)\nwhile True: time.sleep(1)'
      const result = await runScript(opened(), 'python', script, { limits: { wallMs: 4_000 } })
      expect(result).toMatchObject({ status: 'timed-out', stdout: 'deaf\n' })
    })

    it('by cancelling, also before the start', async () => {
      const abort = new AbortController()
      const listener = { signal: abort.signal, onOutput: () => abort.abort() }
      const script = 'echo started; sleep 30'
      const result = await runScript(opened(), 'shell', script, { listener })
      expect(result).toMatchObject({ status: 'cancelled', exitCode: null, stdout: 'started\n' })
      const early = await runScript(opened(), 'shell', script, {
        listener: { signal: abort.signal },
      })
      expect(early).toMatchObject({ status: 'cancelled', stdout: '' })
    })

    it('by exceeding the output limit, with the output so far', async () => {
      const limits = { outputBytes: 100_000 }
      const result = await runScript(opened(), 'shell', 'yes', { limits })
      expect(result).toMatchObject({ status: 'output-limit', exitCode: null })
      expect(result.stdout).toHaveLength(100_000)
    })

    it('by filling the workspace', async () => {
      const script =
        'for n in {1..400}; do head -c 1000000 /dev/zero > "$n"; sleep 0.01; done; sleep 30'
      const limits = { workspaceBytes: 5_000_000 }
      const result = await runScript(opened(), 'shell', script, { limits })
      expect(result).toMatchObject({ status: 'disk-limit', exitCode: null })
    })

    if (limitsFileSize) {
      it.each([
        ['python', 'open("big", "wb").write(bytes(40_000_000))'],
        ['node', 'require("fs").writeFileSync("big", Buffer.alloc(40e6))'],
        ['shell', 'exec head -c 40000000 /dev/zero > big'],
      ] as const)('by writing more into one file than it may have: %s', async (runtime, script) => {
        const limits = { fileBytes: 1_048_576 }
        expect(await runScript(opened(), runtime, script, { limits })).toMatchObject({
          status: 'disk-limit',
        })
      })
    }

    if (limitsMemory) {
      it('by exceeding the memory limit', async () => {
        const script = 'const all = []\nsetInterval(() => all.push(Buffer.alloc(20e6, 1)), 20)'
        const limits = { memoryBytes: 150_000_000 }
        const result = await runScript(opened(), 'node', script, { limits })
        expect(result.status).toBe('out-of-memory')
      })
    }

    it('streams output', async () => {
      const seen: string[] = []
      const abort = new AbortController()
      const listener = {
        signal: abort.signal,
        onOutput(stream: string, bytes: Uint8Array) {
          seen.push(`${stream}: ${Buffer.from(bytes)}`)
          // The script waits for ever: output held back until the end would never arrive.
          if (seen.length === 2) abort.abort()
        },
      }
      const script = 'echo out; sleep 0.2; echo err >&2; sleep 30'
      await runScript(opened(), 'shell', script, { listener })
      expect(seen).toEqual(['stdout: out\n', 'stderr: err\n'])
    })

    it('reports the start once and before any output, and not if there is none', async () => {
      const seen: string[] = []
      const listenTo = (signal?: AbortSignal) => ({
        ...(signal && { signal }),
        onStart: () => void seen.push('start'),
        onOutput: (stream: string) => void (seen.at(-1) === stream || seen.push(stream)),
      })
      await runScript(opened(), 'shell', 'echo out', { listener: listenTo() })
      expect(seen.splice(0)).toEqual(['start', 'stdout'])
      await runScript(opened(), 'shell', 'true', { listener: listenTo() })
      expect(seen.splice(0)).toEqual(['start'])
      await runScript(opened(), 'shell', 'true', { listener: listenTo(AbortSignal.abort()) })
      expect(seen).toEqual([])
    })

    it('reports the start while the script runs without output', async () => {
      const abort = new AbortController()
      const listener = { signal: abort.signal, onStart: () => abort.abort() }
      // The script waits longer than its limit: a start reported only at the end would time out.
      const limits = { wallMs: 20_000 }
      const result = await runScript(opened(), 'shell', 'sleep 60', { listener, limits })
      expect(result).toMatchObject({ status: 'cancelled', stdout: '' })
    })

    it('reports resource use', async () => {
      const script = 'import time\nend = time.time() + 0.3\nwhile time.time() < end: pass'
      const { usage } = await runScript(opened(), 'python', script)
      expect(usage.wallMs).toBeGreaterThanOrEqual(290)
      expect(usage.queuedMs).toBeGreaterThanOrEqual(0)
      if (usage.cpuMs !== null) expect(usage.cpuMs).toBeGreaterThan(0)
      if (usage.peakMemoryBytes !== null) expect(usage.peakMemoryBytes).toBeGreaterThan(1_000_000)
    })

    it('of concurrent executions keep their own output', async () => {
      const numbers = Array.from({ length: 12 }, (_, index) => index)
      const results = await Promise.all(
        numbers.map((n) =>
          runScript(opened(), 'shell', 'cat; echo "$1"', { stdin: `${n}`, args: [`${n}`] }),
        ),
      )
      expect(results.map(({ stdout }) => stdout)).toEqual(numbers.map((n) => `${n}${n}\n`))
      expect(await opened().health()).toMatchObject({ available: true, queued: 0 })
    })
  })
}
