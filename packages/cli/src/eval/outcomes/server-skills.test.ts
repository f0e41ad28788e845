import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { readOutcomeTests } from '@repertoire/skill-md'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTempFolder,
  runCommand,
  skillText,
  type TempFolder,
} from '../../testing/run-command.ts'
import { type StartedServer, startServer } from '../../testing/start-server.ts'

let temp: TempFolder
let server: StartedServer
let owner: RepertoireClient
const ownerKey = 'rep_test_0123456789abcdef0123456789abcdef'

/** The demo model answers: it needs no ceiling. */
const evals = JSON.stringify({
  skill_name: 'report',
  evals: [{ id: 1, prompt: 'Hello.', assertions: [{ type: 'not_contains', value: 'never so' }] }],
})

beforeAll(async () => {
  temp = createTempFolder()
  server = await startServer(temp, 'data', { REPERTOIRE_BOOTSTRAP_KEY: ownerKey })
  const { url } = JSON.parse(readFileSync(join(temp.folder, 'data', 'local.json'), 'utf8'))
  owner = new RepertoireClient({ baseUrl: url, apiKey: ownerKey })
}, 120_000)

afterAll(async () => {
  await server.stop()
  temp.remove()
}, 60_000)

const run = (args: readonly string[], key = ownerKey) => {
  const env = { ...server.env, REPERTOIRE_API_KEY: key }
  return runCommand(['eval', ...args], { cwd: temp.folder, env })
}

describe('eval --from-trace', () => {
  let traceId: string
  const question = 'What do the "sales" in a.csv add up to?'
  beforeAll(async () => {
    const { id } = await owner.conversations.create({})
    await owner.files.write(id, 'a.csv', new TextEncoder().encode('1,2'))
    await owner.conversations.send(id, question)
    await owner.files.write(id, 'later.csv', new TextEncoder().encode('3'))
    traceId = (await owner.traces.list({})).items[0]?.trace_id ?? ''
    temp.write('skills/report/SKILL.md', skillText('report'))
  }, 120_000)

  it('adds the question and the files that were there, for a person to fill in', async () => {
    const { code, stdout, stderr } = await run([
      '--from-trace',
      traceId,
      '--skill',
      'skills/report',
    ])
    expect([code, stderr]).toEqual([0, expect.stringContaining('evals/files/a.csv')])
    const text = readFileSync(stdout.trim(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      ...{ skill_name: 'report' },
      evals: [{ id: 1, prompt: question, files: ['evals/files/a.csv'], assertions: [] }],
    })
    // Nothing is tried before somebody has said what the answer must have.
    expect(readOutcomeTests(text).cases).toEqual([])
  }, 120_000)

  it('is refused for who may not read the conversation, also for an administrator', async () => {
    const invited = await owner.members.create({ name: 'Ada', role: 'admin', kind: 'service' })
    const { key } = await owner.keys.create({ name: 'ada', user_id: invited.id })
    temp.write('skills/other/SKILL.md', skillText('other'))
    const args = ['--from-trace', traceId, '--skill', 'skills/other']
    const { code, stderr } = await run(args, key)
    expect([code, stderr]).toEqual([1, expect.stringContaining('no turn of yours')])
    expect(stderr).not.toContain('sales')
    expect(() => readFileSync(join(temp.folder, 'skills/other/evals/evals.json'))).toThrow('ENOENT')
  }, 120_000)

  it('writes through no link of the skill, and changes no file that it cannot read', async () => {
    temp.write('skills/linked/SKILL.md', skillText('linked'))
    mkdirSync(join(temp.folder, 'elsewhere'))
    symlinkSync(join(temp.folder, 'elsewhere'), join(temp.folder, 'skills/linked/evals'))
    const linked = await run(['--from-trace', traceId, '--skill', 'skills/linked'])
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('is a link')])
    temp.write('skills/broken/SKILL.md', skillText('broken'))
    const file = temp.write('skills/broken/evals/evals.json', '{"evals": {}}')
    const broken = await run(['--from-trace', traceId, '--skill', 'skills/broken'])
    expect([broken.code, readFileSync(file, 'utf8')]).toEqual([2, '{"evals": {}}'])
  }, 120_000)
})

describe('eval --outcomes --server', () => {
  it('tries the skill of a slug as it is stored, beside a stored revision', async () => {
    temp.write('made/SKILL.md', skillText('made'))
    temp.write('made/evals/evals.json', evals)
    const importMade = () =>
      runCommand(['import', 'made'], {
        cwd: temp.folder,
        env: { ...server.env, REPERTOIRE_API_KEY: ownerKey },
      })
    await importMade()
    temp.write('made/SKILL.md', skillText('made', 'What it is for now.'))
    await importMade()
    const args = ['--outcomes', '--server', 'made', '--json', '--results', 'made.jsonl']
    const { code, stdout } = await run([...args, '--against', '1'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ skill: 'made', end: 'finished' },
      arms: [{ arm: 'with' }, { arm: 'other' }],
    })
    const unknown = await run([...args, '--against', '7'])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no revision "7"')])
  }, 240_000)

  it('tries nothing that nobody named', async () => {
    const { code, stderr } = await run(['--outcomes', '--server'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name the skills')])
    const missing = await run(['--outcomes', '--server', 'no-such-skill'])
    expect(missing.code).toBe(1)
  }, 120_000)
})
