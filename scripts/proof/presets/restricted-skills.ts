import assert from 'node:assert/strict'
import type { Api } from '../api.ts'
import { codesOf, openConversation, type PlannedCall, play } from './played-conversation.ts'

/** Skills that demand something, as any author writes them. */
const skills = {
  'only-read': 'description: Reads and nothing else.\nallowed-tools: [Read]',
  apart: 'description: Work that a sub-agent does.\ncontext: fork',
  'needs-tool':
    'description: Needs a tool.\nmetadata:\n  repertoire.requires_tools: mcp__absent__tool',
}

/** The toolsets of every tool that loads a skill. */
const everyLoader = ['discovery', 'library', 'portable', 'routed', 'workspace']

/** Each tool that puts a skill's text into the conversation. */
const loaders = (slug: string): readonly PlannedCall[] => [
  ['enable_skill', { skill_slug: slug }],
  ['activate_skills', { ids: [slug] }],
  ['activate_skill', { skill_name: slug }],
  ['read_skill', { name: slug }],
  ['use_skill', { name: slug, task: '[]' }],
]

/** Every loader against one restricted, one forked and one conditional skill. */
export async function proveRequirements(
  api: Api,
  report: (promise: string) => void,
): Promise<void> {
  const ids = []
  for (const [name, lines] of Object.entries(skills)) {
    const content = `---\nname: ${name}\n${lines}\n---\nDo it so.\n`
    const { id } = await api.send<{ id: string }>('POST', '/skills', { content, scope: 'org' })
    ids.push(id)
  }
  const agent = await api.send<{ id: string }>('POST', '/agents', {
    ...{ name: 'Every loader', instruction: '', toolsets: ['packages', ...everyLoader] },
    skill_ids: ids,
  })
  const inNewConversation = async (...calls: readonly PlannedCall[]) =>
    codesOf(await play(api, await openConversation(api, agent.id), calls))
  const write: PlannedCall = ['write_file', { path: 'a.txt', content: 'x' }]
  const list: PlannedCall = ['list_dir', {}]
  for (const loader of loaders('only-read')) {
    const outcomes = await inNewConversation(loader, write, list, ['read_file', { path: 'a.txt' }])
    assert.deepEqual(outcomes, [
      ...[`${loader[0]} ok`, 'write_file tool.not-allowed', 'list_dir tool.not-allowed'],
      'read_file workspace.file-not-found',
    ])
  }
  report('a list of allowed tools holds behind every tool that loads the skill')
  for (const loader of loaders('apart')) {
    const outcomes = await inNewConversation(loader)
    const runs = loader[0] === 'use_skill' || loader[0] === 'activate_skill'
    assert.deepEqual(outcomes.at(-1), `${loader[0]} ${runs ? 'ok' : 'skill.runs-apart'}`)
  }
  report('a forked skill runs in a sub-agent, or is refused with what to call instead')
  for (const loader of loaders('needs-tool')) {
    const unknown = loader[0] === 'activate_skill'
    assert.deepEqual(await inNewConversation(loader), [
      `${loader[0]} ${unknown ? 'tool.bad-input' : 'skill.not-available-here'}`,
    ])
  }
  report('a skill with a failed condition is refused by every tool, naming the condition')
  await proveRest(api, agent.id)
  report(
    'over REST the same: the list holds, the fork and the condition are refused, people see why',
  )
}

async function proveRest(api: Api, agentId: string): Promise<void> {
  const conversation = await openConversation(api, agentId)
  const activate = (slug: string) =>
    api.send('PUT', `/conversations/${conversation}/skills/${slug}`).then(
      () => 'ok',
      (error: Error) => error.message,
    )
  assert.equal(await activate('only-read'), 'ok')
  assert.match(await activate('apart'), /skill\.runs-apart/)
  assert.match(await activate('needs-tool'), /skill\.not-available-here/)
  const write: PlannedCall = ['write_file', { path: 'a.txt', content: 'x' }]
  assert.deepEqual(codesOf(await play(api, conversation, [write])), ['write_file tool.not-allowed'])
  await api.send('DELETE', `/conversations/${conversation}/skills/only-read`)
  assert.deepEqual(codesOf(await play(api, conversation, [write])), ['write_file ok'])
  const { items } = await api.get<{ items: { slug: string; unavailable?: { reason: string } }[] }>(
    '/skills?q=needs+tool',
  )
  const found = items.find(({ slug }) => slug === 'needs-tool')
  assert.match(found?.unavailable?.reason ?? '', /needs the tool mcp__absent__tool/)
}
