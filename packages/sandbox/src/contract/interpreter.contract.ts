import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../execution/execution.ts'
import { fileOf, runScript, type ScriptOptions } from './run-script.ts'

/** What scripts rely on because it holds when they are started by hand. */
export function interpreterContract(opened: () => Sandbox): void {
  describe('python as started by hand', () => {
    const run = (script: string, options?: ScriptOptions) =>
      runScript(opened(), 'python', script, options)

    it('shows a traceback that begins with the script', async () => {
      const { stderr, exitCode } = await run('def f():\n  return 1 / 0\n\nf()')
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(
        /^Traceback \(most recent call last\):\n {2}File ".*main\.py", line 4, in <module>\n/,
      )
      expect(stderr).toMatch(/ZeroDivisionError: division by zero\n$/)
      expect(stderr).not.toContain('boot')
    })

    it('shows a syntax error without a traceback', async () => {
      const { stderr, exitCode } = await run('x = = 1')
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(/^ {2}File ".*main\.py", line 1\n/)
      expect(stderr).toMatch(/SyntaxError: invalid syntax\n$/)
    })

    it.each([
      ['sys.exit("gone wrong")', 1, 'gone wrong\n'],
      ['sys.exit(3)', 3, ''],
      ['sys.exit(-1)', 255, ''],
      ['sys.exit()', 0, ''],
      ['sys.exit(None)', 0, ''],
      ['raise SystemExit(True)', 1, ''],
      ['raise KeyboardInterrupt', 130, null],
    ])('%s', async (line, exitCode, stderr) => {
      const result = await run(`import sys\n${line}`)
      expect(result.exitCode).toBe(exitCode)
      if (stderr !== null) expect(result.stderr).toBe(stderr)
    })

    it('waits for threads, then runs exit handlers and flushes', async () => {
      const script = `
import atexit, threading, time, sys
atexit.register(lambda: print('registered'))
written = threading.Event()
threading.Thread(target=lambda: (written.wait(), time.sleep(0.05), print('thread'))).start()
sys.stdout.write('main\\n')
written.set()`
      expect(await run(script)).toMatchObject({ stdout: 'main\nthread\nregistered\n', exitCode: 0 })
    })

    it('flushes unclosed files and runs destructors', async () => {
      const script = `
import helper
class Guest:
  def __del__(self): print('bye')
guest = Guest()
file = open('unclosed.txt', 'w')
file.write('kept')`
      const files = [fileOf('helper.py', 'other = open("other.txt", "w")\nother.write("too")')]
      const { stdout, stderr, outputs } = await run(script, { files })
      expect([stdout, stderr]).toEqual(['bye\n', ''])
      const texts = outputs.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])
      expect(texts).toEqual([
        ['other.txt', 'too'],
        ['unclosed.txt', 'kept'],
      ])
    })

    it.each(['fork', 'spawn'])('starts other processes by multiprocessing: %s', async (method) => {
      const script = `
import multiprocessing as mp
def square(queue, n): queue.put(n * n)
if __name__ == '__main__':
  context = mp.get_context('${method}')
  queue = context.SimpleQueue()
  workers = [context.Process(target=square, args=(queue, n)) for n in range(3)]
  for w in workers: w.start()
  print(sorted(queue.get() for _ in workers))
  for w in workers: w.join()`
      expect(await run(script)).toMatchObject({ stdout: '[0, 1, 4]\n', status: 'ok' })
    })

    it('imports local modules, even those named like a library', async () => {
      const files = [
        fileOf('scripts/csv.py', 'mine = "csv"'),
        fileOf('scripts/helpers/__init__.py', ''),
        fileOf('scripts/helpers/one.py', 'mine = "one"'),
      ]
      const script = 'import csv, helpers.one\nprint(csv.mine, helpers.one.mine, __name__)'
      const result = await run(script, { name: 'scripts/main.py', files })
      expect(result).toMatchObject({ stdout: 'csv one __main__\n', stderr: '' })
    })

    it('can pickle classes of the script, and sees itself as the main module', async () => {
      const script = `
import pickle, sys, os
class Thing: pass
assert isinstance(pickle.loads(pickle.dumps(Thing())), Thing)
print(sys.modules['__main__'].Thing is Thing, os.path.basename(__file__), sys.argv[0] == __file__)`
      expect(await run(script)).toMatchObject({ stdout: 'True main.py True\n' })
    })

    it('applies variables that the interpreter reads at startup', async () => {
      const env = { PYTHONPATH: '/nowhere', PYTHONUNBUFFERED: '1' }
      const script = 'import sys\nprint("/nowhere" in sys.path, sys.stdout.write_through)'
      expect(await run(script, { env })).toMatchObject({ stdout: 'True True\n' })
    })
  })

  describe('node as started by hand', () => {
    const run = (script: string, options?: ScriptOptions) =>
      runScript(opened(), 'node', script, options)
    const localFiles = [
      fileOf('lib/two.cjs', 'exports.two = 2'),
      fileOf('one.mjs', 'export const one = 1'),
    ]

    it('runs CommonJS as the main module', async () => {
      const script =
        'console.log(require.main === module, require("./lib/two.cjs").two, __filename === process.argv[1], process.argv0 !== undefined)'
      const result = await run(script, { files: localFiles })
      expect(result).toMatchObject({ stdout: 'true 2 true true\n', status: 'ok' })
    })

    it('runs ES modules, by extension and by syntax', async () => {
      const script =
        'import { one } from "./one.mjs"\nimport fs from "node:fs"\nconst two = await import("./lib/two.cjs")\nconsole.log(one, two.default.two, typeof fs.readFileSync, import.meta.filename === process.argv[1])'
      for (const name of ['main.mjs', 'main.js']) {
        const result = await run(script, { name, files: localFiles })
        expect(result).toMatchObject({ stdout: '1 2 function true\n', status: 'ok' })
      }
    })

    it('runs TypeScript as Node does', async () => {
      const script =
        'import { two } from "./two.ts"\ninterface A { readonly b: number }\nconst a: A = { b: 1 }\nconsole.log(a.b + two)'
      const files = [fileOf('two.ts', 'export const two: number = 2 as number')]
      const result = await run(script, { name: 'main.ts', files })
      expect(result).toMatchObject({ stdout: '3\n', status: 'ok' })
    })

    it('exits with process.exitCode, after exit handlers', async () => {
      const script =
        'process.exitCode = 4\nprocess.on("exit", (code) => console.log("end", code))\nsetTimeout(() => console.log("later"), 20)'
      expect(await run(script)).toMatchObject({ stdout: 'later\nend 4\n', exitCode: 4 })
    })

    it('shows where an error came from', async () => {
      const { stderr, exitCode } = await run('function f() { throw new TypeError("oh") }\nf()')
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(/main\.js:1\n/)
      expect(stderr).toContain('TypeError: oh\n    at f (')
      expect(stderr).not.toContain('boot')
      const rejected = await run('Promise.reject(new Error("late"))')
      expect(rejected).toMatchObject({ exitCode: 1 })
      expect(rejected.stderr).toContain('Error: late')
    })

    it('starts worker threads and other programs', async () => {
      const script = `
const { Worker } = require('node:worker_threads')
const { execFileSync } = require('node:child_process')
new Worker('console.log("worker")', { eval: true }).on('exit', () =>
  console.log(execFileSync(process.execPath, ['-p', '6 * 7']).toString().trim()))`
      expect(await run(script)).toMatchObject({ stdout: 'worker\n42\n', status: 'ok' })
    })
  })

  describe('shell as started by hand', () => {
    const run = (script: string, options?: ScriptOptions) =>
      runScript(opened(), 'shell', script, options)

    it('stops at the first failure under set -e, and runs its exit trap', async () => {
      const script = 'set -euo pipefail\ntrap "echo trap" EXIT\necho one\nfalse\necho two'
      expect(await run(script)).toMatchObject({ stdout: 'one\ntrap\n', exitCode: 1 })
    })

    it('knows its own name and folder', async () => {
      const script =
        '. "$(dirname "$0")/lib.sh"\necho "$(basename "$0") $(basename "$BASH_SOURCE") $lib $#"'
      const files = [fileOf('scripts/lib.sh', 'lib=read')]
      const result = await run(script, { name: 'scripts/main.sh', files, args: ['a', 'b'] })
      expect(result).toMatchObject({ stdout: 'main.sh main.sh read 2\n', stderr: '' })
    })

    it('reports the signal it ended by', async () => {
      expect(await run('kill -TERM $$')).toMatchObject({ status: 'failed', exitCode: 143 })
    })

    it('reports the line of a syntax error', async () => {
      const { stderr, exitCode } = await run('echo one\nif then')
      expect(exitCode).toBe(2)
      expect(stderr).toMatch(/main\.sh: line 2: syntax error/)
    })
  })
}
