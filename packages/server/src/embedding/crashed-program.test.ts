import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-crashed-program-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program that has nothing but a repertoire; `step` is the body of its model's one function. */
async function runProgram(step: string, follow: string): Promise<string> {
  const file = join(folder, 'program.mjs')
  const library = pathToFileURL(join(import.meta.dirname, 'create-repertoire.ts')).href
  writeFileSync(
    file,
    `import { createRepertoire } from '${library}'
    const model = { label: 'scripted', step: async () => { ${step} } }
    const repertoire = await createRepertoire({ model, store: ${JSON.stringify(join(folder, 'store'))} })
    for await (const { event } of ${follow}) console.log(event)
    await repertoire.close()`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=repertoire-source',
    file,
  ])
  return stdout
}

it('a program that is killed in a turn and started again at once follows that turn to its end', async () => {
  const killed = runProgram(
    "process.kill(process.pid, 'SIGKILL'); return new Promise(() => {})",
    "repertoire.ask('Begin.', { conversation: 'chat' })",
  )
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  const answer = "{ text: 'Done.', toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 } }"
  const seen = await runProgram(`return ${answer}`, "repertoire.resume('chat')")
  expect(seen.trim().split('\n').at(-1)).toBe('run_completed')
})
