/**
 * One Repertoire is the registry of another, and an agent there uses a skill of it in a conversation.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApprovalBody, ConversationSkillsBody, KeptSkill } from '@repertoire/protocol'
import { type Api, connect } from '../api.ts'
import {
  lastPrompt,
  openConversation,
  play,
  startPlayingModel,
} from '../presets/played-conversation.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const word = 'pg_stat_activity'
const content = `---\nname: postgres-triage\ndescription: Find out why postgres is slow.\nlicense: MIT\n---\nLook at ${word} first.\n`

export async function proveRegistry(report: (promise: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-registry-proof-'))
  const provider = await startPlayingModel()
  const servers: ServerProcess[] = []
  const start = async (name: string, env: Record<string, string>) => {
    const options = { dataDir: join(folder, name), port: await freePort(), key, env }
    servers.push(await startServer(options))
    return options
  }
  try {
    const upstream = connect(urlOf(await start('upstream', {})), key)
    await upstream.send('POST', '/skills', { content })
    const url = servers[0]?.url ?? ''
    const here = await start('here', {
      ...{ OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'scripted' },
      REPERTOIRE_OUTBOUND_ALLOW: new URL(url).host,
    })
    const api = connect(urlOf(here), key)
    await connected({ api, upstream, url }, report)
    const conversation = await openConversation(api)
    const asked = await fetching(api, conversation)
    await servers[1]?.kill('SIGKILL')
    servers.push(await startServer(here))
    await answered({ api, conversation, asked, prompt: () => lastPrompt(provider) }, report)
  } finally {
    for (const server of servers) await server.kill('SIGKILL').catch(() => undefined)
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function urlOf({ port }: { readonly port: number }): string {
  return `http://127.0.0.1:${port}`
}

async function connected(
  { api, upstream, url }: { readonly api: Api; readonly upstream: Api; readonly url: string },
  report: (promise: string) => void,
): Promise<void> {
  await assert.rejects(api.get('/skills/registry/search?q=postgres'), /registry\.off/)
  report('without a registry, its addresses say that it is off and where it is switched on')
  const made = await upstream.send<{ key: string }>('POST', '/keys', {
    ...{ name: 'for the other server', scopes: ['skills.read'] },
  })
  await api.send('POST', '/skills/sources', {
    ...{ name: 'our registry', source_type: 'marketplace', token: made.key },
    config: { base_url: `${url}/api/v1/registry` },
  })
  const query = '/skills/registry/search?q=postgres'
  const { skills } = await api.get<{ skills: { slug: string; state: string }[] }>(query)
  assert.deepEqual(
    skills.map(({ slug, state }) => [slug, state]),
    [['postgres-triage', 'available']],
  )
  report('a second Repertoire is connected as a registry, and its skill is found')
  await api.send('PUT', '/settings', { skills_dynamic_search_enabled: true })
}

/** The agent searches and fetches; the question that a person is asked. */
async function fetching(api: Api, conversation: string): Promise<ApprovalBody> {
  const calls = [
    ['search_skills_registry', { query: 'postgres' }],
    [
      'fetch_registry_skill',
      { source: 'repertoire/skills/postgres-triage', reason: 'It is slow.' },
    ],
  ]
  const sent = await api.send<{ approvals: ApprovalBody[] }>(
    'POST',
    `/conversations/${conversation}/messages`,
    { text: JSON.stringify(calls) },
  )
  const [asked] = sent.approvals
  assert.ok(asked)
  return asked
}

async function answered(
  {
    api,
    conversation,
    asked,
    prompt,
  }: {
    readonly api: Api
    readonly conversation: string
    readonly asked: ApprovalBody
    readonly prompt: () => string
  },
  report: (promise: string) => void,
): Promise<void> {
  assert.ok(asked.type === 'skill_enablement')
  const { fetched } = asked.skill
  assert.deepEqual([fetched?.verdict, fetched?.licence], ['clean', 'MIT'])
  assert.match(fetched?.text ?? '', new RegExp(word))
  report('an agent searches it and asks; the question has the scan, the licence and the whole text')
  const stream = api.events(`/conversations/${conversation}/events`, 0)
  await api.send('POST', `/approvals/${asked.id}`, { approved: true })
  await stream.next('run_completed')
  stream.close()
  assert.match(prompt(), /from="[^"]*our registry: repertoire\/skills\/postgres-triage"/)
  assert.match(prompt(), new RegExp(word))
  report('approved after kill -9 and a restart: the text is in the prompt, with where it came from')

  await play(api, conversation, [])
  assert.match(prompt(), new RegExp(word))
  const other = await openConversation(api)
  await play(api, other, [])
  assert.doesNotMatch(prompt(), new RegExp(word))
  const { items } = await api.get<{ items: unknown[] }>('/skills')
  assert.deepEqual(items, [])
  report('the next turn still has it; another conversation and the library do not')

  const skills = `/conversations/${conversation}/skills`
  const state = await api.get<ConversationSkillsBody>(skills)
  assert.equal(state.budget_used_chars, state.enabled_skills[0]?.content_length)
  const kept = await api.send<KeptSkill>('POST', `${skills}/postgres-triage/keep`)
  assert.deepEqual([kept.state, kept.skill_id], ['waiting', null])
  report('it counts against the budget, and “keep it” makes an import that waits for a review')
}
