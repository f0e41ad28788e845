import assert from 'node:assert/strict'
import type { Api } from '../api.ts'
import type { ScriptedProvider } from '../portable/scripted-provider.ts'
import { codesOf, lastPrompt, openConversation, play } from './played-conversation.ts'

export interface Walk {
  readonly api: Api
  readonly provider: ScriptedProvider
  /** Ids of the skills of the walks, by slug. */
  readonly ids: ReadonlyMap<string, string>
}

/** The skills that the walks use. */
export const walkedSkills: Readonly<Record<string, string>> = {
  'postgres.health-triage':
    '---\nname: PostgreSQL Health Triage\ndescription: Diagnose slow queries, lock waits and replication lag in PostgreSQL.\ntags: [database, postgres]\n---\n# Triage\nLook at pg_stat_activity first.\n',
  'weekly-report':
    '---\nname: weekly-report\ndescription: Write the weekly status report.\nallowed-tools: Read Write\n---\n# Report\nKeep it short.\n',
  'market-watch':
    '---\nname: market-watch\ndescription: Watch the market and compare prices.\nmetadata:\n  repertoire.keywords: price, market\n---\nCompare two sources.\n',
}

/** Document A: search, enable within the budget, the block in the prompt, disable. */
export async function walkBudgeted({ api, provider }: Walk): Promise<void> {
  const conversation = await openConversation(api)
  const slug = 'postgres.health-triage'
  const outcomes = await play(api, conversation, [
    ['search_skills', { query: 'postgres slow query triage' }],
    ['enable_skill', { skill_slug: slug, reason: 'a slow database' }],
    ['list_enabled_skills', {}],
  ])
  assert.deepEqual(codesOf(outcomes), [
    'search_skills ok',
    'enable_skill ok',
    'list_enabled_skills ok',
  ])
  assert.match(JSON.stringify(outcomes[0]?.output), /"slug":"postgres\.health-triage"/)
  assert.match(lastPrompt(provider), /<skill name="PostgreSQL Health Triage">/)
  assert.deepEqual(
    codesOf(await play(api, conversation, [['disable_skill', { skill_slug: slug }]])),
    ['disable_skill ok'],
  )
  assert.doesNotMatch(lastPrompt(provider), /pg_stat_activity/)
}

/** Document B: the line in the prompt, create, read, update, switch off and on, delete. */
export async function walkLibrary({ api, provider }: Walk): Promise<void> {
  const conversation = await openConversation(api)
  const outcomes = await play(api, conversation, [
    [
      'create_skill',
      {
        ...{ name: 'quarterly-excel', title: 'Quarterly Excel', description: 'Excel standards.' },
        ...{ content: '# Sheets\nFour of them.', tags: ['excel'] },
      },
    ],
    ['update_skill', { name: 'quarterly-excel', operation: 'append', content: '\nISO dates.' }],
    ['read_skill', { name: 'quarterly-excel' }],
    ['disable_skill', { name: 'quarterly-excel' }],
    ['enable_skill', { name: 'quarterly-excel' }],
    ['delete_skill', { name: 'quarterly-excel' }],
  ])
  assert.deepEqual(
    outcomes.map(({ output }) => output).filter((_, at) => at !== 2),
    [
      { name: 'quarterly-excel', version: 1 },
      { name: 'quarterly-excel', version: 2 },
      { name: 'quarterly-excel', enabled: false },
      { name: 'quarterly-excel', enabled: true },
      { deleted: true },
    ],
  )
  assert.match(lastPrompt(provider), /## Available Skills\n(?:- .+\n)*- weekly-report: Write/)
}

/** Document C: an agent with attached skills, an enum of their names, the tagged result. */
export async function walkPackages({ api, ids }: Walk): Promise<void> {
  const agent = await api.send<{ id: string }>('POST', '/agents', {
    ...{ name: 'Data Agent', instruction: 'You analyse data.', toolsets: ['packages'] },
    skill_ids: [ids.get('weekly-report')],
  })
  const conversation = await openConversation(api, agent.id)
  const outcomes = await play(api, conversation, [
    ['activate_skill', { skill_name: 'weekly-report' }],
    ['activate_skill', { skill_name: 'market-watch' }],
  ])
  assert.deepEqual(codesOf(outcomes), ['activate_skill ok', 'activate_skill tool.bad-input'])
  assert.match(String(outcomes[0]?.output), /^<skill_content name="weekly-report">/)
}

/** Document D: the list in the prompt, use_skill with its allowed tools, save_skill as a proposal. */
export async function walkPortable({ api, provider }: Walk): Promise<void> {
  const conversation = await openConversation(api)
  const outcomes = await play(api, conversation, [
    ['use_skill', { name: 'weekly-report' }],
    ['list_dir', {}],
    ['write_file', { path: 'report.md', content: '# Week' }],
  ])
  assert.deepEqual(codesOf(outcomes), [
    'use_skill ok',
    'list_dir tool.not-allowed',
    'write_file ok',
  ])
  assert.match(JSON.stringify(outcomes[0]?.output), /"allowed_tools":\["read_file","write_file"\]/)
  assert.match(lastPrompt(provider), /<available_skills>/)
}

/** Document E: the routed catalogue with its reasons, activate_skills, tool_invoke. */
export async function walkRouted({ api, provider }: Walk): Promise<void> {
  const conversation = await openConversation(api)
  const outcomes = await play(api, conversation, [
    ['activate_skills', { ids: ['market-watch'] }],
    ['tool_invoke', { tool: 'list_dir', arguments: {} }],
    ['tool_invoke', { tool: 'get_price', arguments: { market: 'price' } }],
  ])
  assert.deepEqual(codesOf(outcomes), [
    'activate_skills ok',
    'list_dir ok',
    'get_price tool.unknown',
  ])
  assert.match(lastPrompt(provider), /market-watch \(active\)/)
  assert.match(lastPrompt(provider), /kw:price/)
}
