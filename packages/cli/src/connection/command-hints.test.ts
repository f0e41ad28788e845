import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problem, sendJson, startFakeServer } from '../testing/fake-server.ts'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'
import { openServer } from './api.ts'
import { commandHint, isForPrograms } from './command-hints.ts'

const packages = join(import.meta.dirname, '../../../')
const sources = globSync('{core,server,sources}/src/**/*.ts', { cwd: packages })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => readFileSync(join(packages, file), 'utf8'))

/** Every hint that the server writes, whoever it is for. */
const hints = sources.flatMap((text) =>
  [...text.matchAll(/\bhint(?::|Text =| =)\s*(['`])((?:(?!\1)[^\\]|\\.)+)\1/g)].map(
    ([, , hint = '']) => hint,
  ),
)

it('no hint that a command shows names a path of the interface, or its headers', () => {
  expect(hints.length).toBeGreaterThan(300)
  for (const hint of hints) {
    const shown = commandHint({ code: 'any.code', hint }) ?? ''
    expect(shown).not.toMatch(/\/api\/|If-Match|Call [a-z]+_/)
  }
})

it('what waits is an import or a proposal, in every problem', () => {
  const words = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:hint|message): *['`]([^'`]+)['`]/g)].map(([, said = '']) => said),
  )
  expect(words.filter((said) => /\barrivals?\b/i.test(said))).toEqual([])
})

it('the words of the commands name commands that there are, and nothing of the interface', async () => {
  const reference = readFileSync(join(packages, '../docs/reference/commands.md'), 'utf8')
  const text = readFileSync(join(import.meta.dirname, 'command-hints.ts'), 'utf8')
  const table = text.slice(text.indexOf('const hints'))
  for (const [, name = ''] of table.matchAll(/`repertoire ([a-z]+)/g)) {
    expect(reference).toMatch(new RegExp(`^\\| \`repertoire ${name}\\b`, 'm'))
  }
  for (const [, code = ''] of table.matchAll(/'([a-z.-]+)': /g)) {
    const hint = commandHint({ code, hint: 'GET /api/v1/x lists those there are.' })
    expect([code, hint && isForPrograms(hint)]).toEqual([code, false])
  }
})

it('a hint for everybody is shown as it is; one for programs only with a code becomes a command', () => {
  expect(commandHint({ code: 'skill.not-found', hint: 'Ask an owner.' })).toBe('Ask an owner.')
  expect(commandHint({ code: 'skill.not-found', hint: 'GET /api/v1/skills lists.' })).toBe(
    'See `repertoire list`.',
  )
  expect(commandHint({ code: 'x.y', hint: 'Call list_dir.' })).toBeUndefined()
  expect(commandHint({ code: 'constructor' })).toBeUndefined()
})

it('a refusal, a problem and a 412 show the hint of the command', async () => {
  const hint = 'Read it again with GET /api/v1/settings, and send it with If-Match.'
  const server = await startFakeServer((_, response) => {
    sendJson(response, 412, { ...problem(412, 'settings.stale', 'It was changed.'), hint })
  })
  const { stderr } = await runCommand(['settings', '--url', server.url, '--key', 'k'])
  server.close()
  expect(stderr).toContain('look at it, and run the command again')
  expect(stderr).not.toContain('/api/')
})

describe('names', { timeout: 120_000 }, () => {
  let temp: TempFolder
  let started: StartedServer
  beforeAll(async () => {
    temp = createTempFolder()
    started = await startServer(temp)
  }, 60_000)
  afterAll(async () => {
    await started.stop()
    temp.remove()
  })

  it('of every tool are recognised, and those of settings are none', async () => {
    const { client } = openServer({}, { env: started.env, cwd: temp.folder })
    const tools = (await client.tools.list()).items.map(({ name }) => name)
    const unseen = tools.filter((name) => name.includes('_') && !isForPrograms(`Call ${name}.`))
    expect([tools.length > 10, unseen]).toEqual([true, []])
    const settings = Object.keys(await client.settings.get())
    expect(settings.filter((name) => isForPrograms(`Set ${name}.`))).toEqual([])
  })
})
