import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { RepertoireClient } from '@repertoire/client'
import type { SkillBody, WireEvent } from '@repertoire/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

const key = 'rep_test_0123456789abcdef0123456789abcdef'
const contentOf = (name: string, tools: string, body = 'Look at the locks.') =>
  `---\nname: ${name}\ndescription: Finds out why ${name} is slow.\nallowed-tools: ${tools}\n---\n${body}\n`
const search = ['search_skills', { query: 'slow' }] as const
/** A call that no earlier question waits for: a question that was asked stays until somebody answers it. */
const searchAgain = ['search_skills', { query: 'locks' }] as const
const read = ['read_skill_file', { name: 'helper', path: 'SKILL.md' }] as const

let dataDir: string
let server: ServerProcess
let api: RepertoireClient
let skill: SkillBody
let made = 0

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-mcp-preapproval-'))
  server = await startServerProcess(dataDir, { REPERTOIRE_BOOTSTRAP_KEY: key })
  api = new RepertoireClient({ baseUrl: server.url, apiKey: key })
  await api.skills.create({ content: contentOf('helper', 'search_skills read_skill_file') })
}, 120_000)
afterAll(async () => {
  await server.stop('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  made += 1
  await api.settings.update({
    skill_enablement_policy: 'auto',
    tool_tiers: { search_skills: 'CONFIRM_ONCE', read_skill_file: 'CONFIRM_ONCE' },
    ...{ allowed_tools_meaning: 'restrict', allowed_tools_meaning_of_skills: {} },
  })
  const tools = 'search_skills enable_skill'
  skill = await api.skills.create({ content: contentOf(`finder-${made}`, tools) })
})

/** An agent in a conversation of its own, with a way to read what its log says on the wire. */
async function connect(session: string) {
  const client = new Client({ name: 'test-agent', version: '1.2' })
  const headers = {
    authorization: `Bearer ${key}`,
    'x-repertoire-conversation': `${session} ${made}`,
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit: { headers } }),
  )
  const call = async (name: string, input: object) => {
    const { content, isError = false } = await client.callTool({
      ...{ name, arguments: input as Record<string, unknown> },
    })
    const [first] = content
    return { isError, body: JSON.parse(first?.type === 'text' ? first.text : 'null') }
  }
  const enable = () => call('enable_skill', { skill_slug: skill.slug })
  return { client, call, enable }
}

type ToolStarted = Extract<WireEvent, { event: 'tool_started' }>

/** Of the newest conversation, by the tool that was called. */
async function startsOf(tool: string): Promise<readonly ToolStarted['data'][]> {
  const [conversation] = (await api.conversations.list()).items
  const { events } = await api.conversations.eventPage(conversation?.id ?? '')
  return events.flatMap((one) =>
    one.event === 'tool_started' && one.data.call.name === tool ? [one.data] : [],
  )
}

const asked = { isError: true, body: { code: 'approval.pending' } }

describe('allowed-tools of a skill that a client enables over /mcp', () => {
  it('spare no question where they restrict, which is the default', async () => {
    const { client, call, enable } = await connect('restrict')
    expect((await enable()).isError).toBe(false)
    expect(await call(...search)).toMatchObject(asked)
    expect(await startsOf('search_skills')).toEqual([])
    expect(await call(...read)).toMatchObject(asked)
    await client.close()
  })

  it('spare it where they pre-approve, and the event names skill and revision', async () => {
    const { client, call, enable } = await connect('preapprove')
    await enable()
    expect(await call(...search)).toMatchObject(asked)
    await api.settings.update({ allowed_tools_meaning: 'preapprove' })
    expect((await call(...searchAgain)).isError).toBe(false)
    const { id, slug, name, digest } = skill
    expect(await startsOf('search_skills')).toEqual([
      expect.objectContaining({ preapproved_by: { id, slug, name, digest } }),
    ])
    expect((await startsOf('enable_skill'))[0]).not.toHaveProperty('preapproved_by')
    await client.close()
  })

  it('spare it for one skill, where the organisation excepts that one', async () => {
    const { client, call, enable } = await connect('one skill')
    await enable()
    await api.settings.update({ allowed_tools_meaning_of_skills: { [skill.id]: 'preapprove' } })
    expect((await call(...search)).isError).toBe(false)
    await api.settings.update({
      allowed_tools_meaning: 'preapprove',
      allowed_tools_meaning_of_skills: { [skill.id]: 'restrict' },
    })
    expect(await call(...search)).toMatchObject(asked)
    await client.close()
  })

  it('still ask about a tool that they do not name, and once the skill is disabled', async () => {
    await api.settings.update({ allowed_tools_meaning: 'preapprove' })
    const { client, call, enable } = await connect('another tool')
    await enable()
    expect(await call(...read)).toMatchObject(asked)
    expect((await call(...search)).isError).toBe(false)
    expect((await call('disable_skill', { skill_slug: skill.slug })).isError).toBe(false)
    expect(await call(...search)).toMatchObject(asked)
    await client.close()
  })

  it('ask again once the revision has changed, and until the new one is enabled', async () => {
    await api.settings.update({ allowed_tools_meaning: 'preapprove' })
    const { client, call, enable } = await connect('a change')
    await enable()
    expect((await call(...search)).isError).toBe(false)
    const content = contentOf(skill.slug, 'search_skills enable_skill', 'Look at the queries.')
    const changed = await api.skills.update(skill.id, { content })
    expect(changed.digest).not.toBe(skill.digest)
    expect(await call(...search)).toMatchObject(asked)
    await call('disable_skill', { skill_slug: skill.slug })
    await enable()
    expect((await call(...searchAgain)).isError).toBe(false)
    const digests = (await startsOf('search_skills')).map((one) => one.preapproved_by?.digest)
    expect(digests).toEqual([skill.digest, changed.digest])
    await client.close()
  })

  it('spare nothing for another conversation, or for a skill that a program wrote', async () => {
    await api.settings.update({ allowed_tools_meaning: 'preapprove' })
    const first = await connect('first')
    await first.enable()
    const second = await connect('second')
    expect(await second.call(...search)).toMatchObject(asked)
    const program = await api.members.create({ name: 'Bot', role: 'admin', kind: 'service' })
    const { key: programKey } = await api.keys.create({ name: 'bot', user_id: program.id })
    const bot = new RepertoireClient({ baseUrl: server.url, apiKey: programKey })
    await bot.skills.update(skill.id, {
      content: contentOf(skill.slug, 'search_skills enable_skill', 'Written by a program.'),
    })
    await second.enable()
    expect(await second.call(...search)).toMatchObject(asked)
    await Promise.all([first, second].map(({ client }) => client.close()))
  })
})
