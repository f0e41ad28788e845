import assert from 'node:assert/strict'
import { type Api, connect } from '../api.ts'
import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'

/** Half of them agents in conversations of their own, half people with a script. */
const editors = 50
const name = 'shared-list'
const line = (index: number) => `- line ${index}\n`
const asked = /^Add line (\d+)\.$/

interface SkillBody {
  readonly id: string
  readonly content: string
}

/** Appends the line its conversation is about, and again for as long as somebody else was faster. */
export function editorsAnswer({ messages }: ChatRequest): ScriptedAnswer {
  const last = messages.at(-1)
  const done = last?.role === 'tool' && !JSON.stringify(last.content).includes('skill.stale')
  if (done) return { text: 'Done.' }
  const said = String(messages.find(({ role }) => role === 'user')?.content)
  const content = line(Number(asked.exec(said)?.[1]))
  return { calls: [{ name: 'update_skill', input: { name, operation: 'append', content } }] }
}

/** B3: fifty at once, and every line is there once, in a history in which each revision adds one. */
export async function proveEditors(url: string, key: string): Promise<void> {
  const api = connect(url, key)
  const content = `---\nname: ${name}\ndescription: A list.\n---\n# Lines\n\n`
  const skill = await api.send<SkillBody>('POST', '/skills', { content, scope: 'user' })
  const indexes = Array.from({ length: editors }, (_, index) => index)
  const agents = indexes.filter((index) => index % 2 === 0)
  const people = indexes.filter((index) => index % 2 === 1)
  await Promise.all([
    Promise.all(agents.map((index) => begin(api, index))).then((ids) => approveAll(api, ids)),
    ...people.map((index) => byPerson(url, key, { id: skill.id, index })),
  ])
  const after = await api.get<SkillBody>(`/skills/${skill.id}`)
  const lines = after.content.split('\n').filter((one) => one.startsWith('- line '))
  assert.deepEqual(lines.sort(), indexes.map((index) => line(index).trim()).sort())
  const { items } = await api.get<{ items: { number: number }[] }>(`/skills/${skill.id}/revisions`)
  assert.deepEqual(
    items.map(({ number }) => number).reverse(),
    [...indexes, editors].map((index) => index + 1),
  )
}

async function begin(api: Api, index: number): Promise<string> {
  const { id } = await api.send<{ id: string }>('POST', '/conversations', { title: 'Lines' })
  await api.send('POST', `/conversations/${id}/messages`, { text: `Add line ${index}.` })
  return id
}

interface Asked {
  readonly id: string
  readonly conversation_id: string
}

/** One yes after the other, to the newest question first: most of them are out of date when they are answered. */
async function approveAll(api: Api, conversations: readonly string[]): Promise<void> {
  for (let last: Asked | undefined; ; ) {
    const { items } = await api.get<{ items: Asked[] }>('/approvals?status=pending&limit=50')
    const [newest] = items
    if (newest && (!last || (await goesOn(api, last, items)))) {
      await api.send('POST', `/approvals/${newest.id}`, { approved: true })
      last = newest
    } else if (!newest && (await allOver(api, conversations))) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The run whose question was answered asks again, or is over. */
async function goesOn(api: Api, last: Asked, items: readonly Asked[]): Promise<boolean> {
  const again = items.some((one) => one.conversation_id === last.conversation_id)
  return again || allOver(api, [last.conversation_id])
}

async function allOver(api: Api, conversations: readonly string[]): Promise<boolean> {
  for (const id of conversations) {
    const { events } = await api.get<{ events: { event: string }[] }>(
      `/conversations/${id}/events?limit=200`,
    )
    assert.ok(!events.some(({ event }) => event === 'run_failed'))
    if (!events.some(({ event }) => event === 'run_completed')) return false
  }
  return true
}

/** Reads, appends, and saves on the version it read; the server says when somebody was faster. */
async function byPerson(
  url: string,
  key: string,
  { id, index }: { readonly id: string; readonly index: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (;;) {
    const read = await fetch(`${url}/api/v1/skills/${id}`, { headers })
    assert.equal(read.status, 200)
    const { content } = (await read.json()) as SkillBody
    const saved = await fetch(`${url}/api/v1/skills/${id}`, {
      method: 'PUT',
      headers: { ...headers, 'if-match': read.headers.get('etag') ?? '' },
      body: JSON.stringify({ content: content + line(index) }),
    })
    if (saved.ok) return
    assert.equal(saved.status, 412, await saved.text())
  }
}
