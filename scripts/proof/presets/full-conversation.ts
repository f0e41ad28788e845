import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import type { ScriptedProvider } from '../portable/scripted-provider.ts'
import { freePort, startServer } from '../server-process.ts'
import {
  codesOf,
  lastPrompt,
  openConversation,
  type PlannedCall,
  play,
} from './played-conversation.ts'

const contextTokens = 24_000
/** About 5,000 tokens each. */
const large = 'word '.repeat(3_800)
const slugs = ['north', 'south', 'east', 'west', 'centre']

interface FullServer {
  readonly key: string
  readonly provider: ScriptedProvider
}

/** On a server whose model has a small window: a conversation that skills fill is refused with figures, and goes on. */
export async function proveFullConversation(
  { key, provider }: FullServer,
  report: (promise: string) => void,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-full-'))
  const env = {
    OPENAI_BASE_URL: provider.url,
    OPENAI_MODEL: 'scripted',
    MODEL_CONTEXT_TOKENS: String(contextTokens),
  }
  const server = await startServer({ dataDir, port: await freePort(), key, env })
  try {
    const api = connect(server.url, key)
    for (const slug of [...slugs, 'huge']) await createLargeSkill(api, slug)
    await api.send('PUT', '/settings', {
      skills_max_prompt_chars: 1_000_000,
      toolsets: ['discovery', 'library', 'portable'],
    })
    await refuseHuge(api, report)
    await fillAndContinue(api, report)
    await lowerBudget({ api, provider }, report)
  } finally {
    await server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function createLargeSkill(api: Api, slug: string): Promise<void> {
  const body = slug === 'huge' ? large.repeat(6) : large
  const content = `---\nname: ${slug}\ndescription: About ${slug}.\n---\n${slug} ${body}\n`
  await api.send('POST', '/skills', { slug, content, scope: 'org' })
}

async function refuseHuge(api: Api, report: (promise: string) => void): Promise<void> {
  const conversation = await openConversation(api)
  await assert.rejects(
    api.send('PUT', `/conversations/${conversation}/skills/huge`),
    /skill\.exceeds-context/,
  )
  const outcomes = await play(api, conversation, [
    ['enable_skill', { skill_slug: 'huge' }],
    ['read_skill', { name: 'huge' }],
    ['use_skill', { name: 'huge' }],
  ])
  assert.deepEqual(codesOf(outcomes), [
    'enable_skill skill.exceeds-context',
    'read_skill skill.exceeds-context',
    'use_skill skill.exceeds-context',
  ])
  assert.match(outcomes[0]?.message ?? '', /\d/)
  report(`a skill larger than the window is refused: “${outcomes[0]?.message.trim()}”`)
}

interface FailedRun {
  readonly run: {
    readonly status: string
    readonly problem?: { readonly code: string; readonly hint?: string } | null
  }
}

async function fillAndContinue(api: Api, report: (promise: string) => void): Promise<void> {
  const conversation = await openConversation(api)
  const full = await fill(api, conversation)
  report(`a conversation is driven full: “${full}”`)
  for (const slug of slugs.slice(0, 3)) {
    await api.send('DELETE', `/conversations/${conversation}/skills/${slug}`)
  }
  assert.deepEqual(codesOf(await play(api, conversation, [['list_enabled_skills', {}]])), [
    'list_enabled_skills ok',
  ])
  report('it goes on after three skills were dropped over REST')
  const [dropped] = await play(api, conversation, [['disable_skill', { skill_slug: 'west' }]])
  assert.match(JSON.stringify(dropped?.output), /"dropped".*"freed_tokens":\d{4}/)
  report('the agent drops a text itself')
}

/** Uses skills until the conversation is full; returns the hint of the failed turn. */
async function fill(api: Api, conversation: string): Promise<string> {
  for (const slug of slugs) {
    const calls: readonly PlannedCall[] = [['use_skill', { name: slug }]]
    const { run } = await api.send<FailedRun>('POST', `/conversations/${conversation}/messages`, {
      text: JSON.stringify(calls),
    })
    if (run.status !== 'failed') continue
    assert.equal(run.problem?.code, 'context.full')
    for (const used of slugs.slice(0, 2)) assert.match(run.problem?.hint ?? '', new RegExp(used))
    return run.problem?.hint ?? ''
  }
  throw new Error('five skills of 5,000 tokens did not fill a window of 24,000')
}

async function lowerBudget(
  { api, provider }: { readonly api: Api; readonly provider: ScriptedProvider },
  report: (promise: string) => void,
): Promise<void> {
  const conversation = await openConversation(api)
  await play(api, conversation, [
    ['enable_skill', { skill_slug: 'north' }],
    ['enable_skill', { skill_slug: 'south' }],
  ])
  assert.match(lastPrompt(provider), /<skill name="north">[\s\S]*<skill name="south">/)
  await api.send('PUT', '/settings', { skills_max_prompt_chars: 20_000 })
  await play(api, conversation, [['list_enabled_skills', {}]])
  assert.equal(lastPrompt(provider).match(/<skill name="/g)?.length, 1)
  report('a lowered budget takes effect in the next prompt')
}
