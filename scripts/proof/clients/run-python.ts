import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'

/** Runs a Python program to its end, with its order on standard input. Returns the JSON of its last line. */
export async function runPython<Answer>(
  [program, file]: readonly [program: string, file: string],
  order: object,
): Promise<Answer> {
  const child = spawn(program, [file], { stdio: 'pipe' })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  child.stdin.end(JSON.stringify(order))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  assert.equal(code, 0, output.stderr.slice(-6_000))
  return JSON.parse(output.stdout.trim().split('\n').at(-1) ?? '') as Answer
}
