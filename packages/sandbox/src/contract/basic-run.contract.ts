import { describe, expect, it } from 'vitest'
import { type Runtime, runtimes, type Sandbox } from '../execution/execution.ts'
import { requestOf, runScript, type ScriptOptions } from './run-script.ts'

const trickyArgs = [
  'plain',
  'two words',
  '"double"',
  "it's",
  '',
  '-leading',
  '--',
  'ünïcödé 🦊',
  'line\nbreak',
  '$(id) `id` $HOME ; & | > *',
  'back\\slash',
]

const showArgs: Record<Runtime, string> = {
  python: 'import sys, json\nprint(json.dumps(sys.argv[1:]))',
  node: 'console.log(JSON.stringify(process.argv.slice(2)))',
  shell: 'for arg in "$@"; do printf "%s\\0" "$arg"; done',
}
const showEnv: Record<Runtime, string> = {
  python: 'import os, json\nprint(json.dumps(dict(os.environ)))',
  node: 'console.log(JSON.stringify(process.env))',
  shell: 'env -0',
}
const echo: Record<Runtime, string> = {
  python:
    'import sys\ndata = sys.stdin.buffer.read()\nsys.stdout.buffer.write(data)\nsys.stdout.flush()',
  node: 'process.stdin.pipe(process.stdout)',
  shell: 'cat',
}
const exit: Record<Runtime, string> = {
  python: 'import sys\nsys.exit(7)',
  node: 'process.exit(7)',
  shell: 'exit 7',
}
const streams: Record<Runtime, string> = {
  python:
    'import sys\nfor n in range(500):\n  print(n)\n  print(-n, file=sys.stderr)\nopen("/dev/stderr", "w").write("last\\n")',
  node: 'for (let n = 0; n < 500; n++) { console.log(n); console.error(n === 0 ? "0" : -n) }\nrequire("node:fs").writeFileSync("/dev/stderr", "last\\n")',
  shell: 'for n in {0..499}; do echo $n; echo $((-n)) >&2; done; echo last > /dev/stderr',
}

/** Arguments, environment, streams and exit codes, alike in each runtime. */
export function basicRunContract(opened: () => Sandbox): void {
  describe.each(runtimes)('%s', (runtime) => {
    const run = (script: string, options?: ScriptOptions) =>
      runScript(opened(), runtime, script, options)

    it('receives every argument unchanged', async () => {
      const { stdout } = await run(showArgs[runtime], { args: trickyArgs })
      const got = runtime === 'shell' ? stdout.split('\0').slice(0, -1) : JSON.parse(stdout)
      expect(got).toEqual(trickyArgs)
    })

    it('receives its variables, and none of the host', async () => {
      process.env.SANDBOX_CONTRACT_SECRET = 'ours'
      const env = { GREETING: 'it\'s "so"\nand $so', EMPTY: '' }
      const { stdout } = await run(showEnv[runtime], { env })
      const got: Record<string, string> =
        runtime === 'shell'
          ? Object.fromEntries(
              stdout
                .split('\0')
                .filter(Boolean)
                .map((line) => [
                  line.slice(0, line.indexOf('=')),
                  line.slice(line.indexOf('=') + 1),
                ]),
            )
          : JSON.parse(stdout)
      expect(got).toMatchObject({ ...env, PATH: expect.any(String), HOME: expect.any(String) })
      const known = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'PWD', 'OLDPWD', 'SHLVL', '_', 'HOSTNAME']
      // A version manager that wraps an interpreter sets its own variables again, and macOS its own.
      const parentEnd = Object.keys(got)
        .filter((name) => name in process.env && !known.includes(name))
        .filter((name) => !/^(_?PYENV_|__CF)/.test(name))
      expect(parentEnd).toEqual([])
      expect(stdout).not.toContain('SANDBOX_CONTRACT_SECRET')
    })

    it('reads standard input to its end, large, binary and empty', async () => {
      const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251)
      const result = await opened().execute(requestOf(runtime, echo[runtime], { stdin: bytes }))
      expect(Buffer.compare(result.stdout, bytes)).toBe(0)
      expect(await run(echo[runtime])).toMatchObject({ stdout: '', status: 'ok', exitCode: 0 })
    })

    it('may ignore its input', async () => {
      const stdin = 'x'.repeat(500_000)
      expect(await run(exit[runtime], { stdin })).toMatchObject({ exitCode: 7 })
    })

    it('ends with its own exit code', async () => {
      expect(await run(exit[runtime])).toMatchObject({ status: 'failed', exitCode: 7, stdout: '' })
    })

    it('has two ordered output streams, which can be reopened by name', async () => {
      const { stdout, stderr, status } = await run(streams[runtime])
      const numbers = Array.from({ length: 500 }, (_, index) => index)
      expect(stdout).toBe(numbers.map((n) => `${n}\n`).join(''))
      expect(stderr).toBe(`${numbers.map((n) => (n === 0 ? '0\n' : `-${n}\n`)).join('')}last\n`)
      expect(status).toBe('ok')
    })

    it('runs under a name with spaces, quotes and non-ASCII letters', async () => {
      const name = `a folder/it's "näh" 🦊 $x\n;${runtime === 'node' ? '.cjs' : ''}`
      expect(await run(exit[runtime], { name })).toMatchObject({ exitCode: 7 })
    })
  })
}
