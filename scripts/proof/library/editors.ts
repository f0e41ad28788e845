import assert from 'node:assert/strict'
import { type Api, connect } from '../api.ts'
import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'

/** Half are agents in separate conversations, half are users' scripts. */
const editors = 50
const name = 'shared-list'
const line = (index: number) => `- line ${index}\n`
const requestPattern = /^Add line (\d+)\.$/

interface SkillBody {
  readonly id: string
  readonly content: string
}

/** Appends the line named in the conversation, and retries while another edit was faster. */
export function editorsAnswer({ messages }: ChatRequest): ScriptedAnswer {
  const last = messages.at(-1)
  const done = last?.role === 'tool' && !JSON.stringify(last.content).includes('skill.stale')
  if (done) return { text: 'Done.' }
  const request = String(messages.find(({ role }) => role === 'user')?.content)
  const content = line(Number(requestPattern.exec(request)?.[1]))
  return { calls: [{ name: 'update_skill', input: { name, operation: 'append', content } }] }
}

/** Fifty concurrent editors: every line is there once, and each revision adds one line. */
export async function proveEditors(url: string, key: string): Promise<void> {
  const api = connect(url, key)
  const content = `---\nname: ${name}\ndescription: A list.\n---\n# Lines\n\n`
  const skill = await api.send<SkillBody>('POST', '/skills', { content, scope: 'user' })
  const indexes = Array.from({ length: editors }, (_, index) => index)
  const agents = indexes.filter((index) => index % 2 === 0)
  const people = indexes.filter((index) => index % 2 === 1)
  await Promise.all([
    Promise.all(agents.map((index) => startConversation(api, index))).then((ids) =>
      approveAll(api, ids),
    ),
    ...people.map((index) => editAsPerson(url, key, { id: skill.id, index })),
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

async function startConversation(api: Api, index: number): Promise<string> {
  const { id } = await api.send<{ id: string }>('POST', '/conversations', { title: 'Lines' })
  await api.send('POST', `/conversations/${id}/messages`, { text: `Add line ${index}.` })
  return id
}

interface PendingApproval {
  readonly id: string
  readonly conversation_id: string
}

/** Approves one at a time, the newest first: most edits are stale when approved. */
async function approveAll(api: Api, conversations: readonly string[]): Promise<void> {
  for (let last: PendingApproval | undefined; ; ) {
    const { items } = await api.get<{ items: PendingApproval[] }>(
      '/approvals?status=pending&limit=50',
    )
    const [newest] = items
    if (newest && (!last || (await hasContinued(api, last, items)))) {
      await api.send('POST', `/approvals/${newest.id}`, { approved: true })
      last = newest
    } else if (!newest && (await allFinished(api, conversations))) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Whether the approved run asks again or has ended. */
async function hasContinued(
  api: Api,
  last: PendingApproval,
  items: readonly PendingApproval[],
): Promise<boolean> {
  const again = items.some((one) => one.conversation_id === last.conversation_id)
  return again || allFinished(api, [last.conversation_id])
}

async function allFinished(api: Api, conversations: readonly string[]): Promise<boolean> {
  for (const id of conversations) {
    const { events } = await api.get<{ events: { event: string }[] }>(
      `/conversations/${id}/events?limit=200`,
    )
    assert.ok(!events.some(({ event }) => event === 'run_failed'))
    if (!events.some(({ event }) => event === 'run_completed')) return false
  }
  return true
}

/** Reads, appends and saves with the version read; retries on 412. */
async function editAsPerson(
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
