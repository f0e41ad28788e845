/**
 * The main job, from an empty folder over HTTP: import hundreds of real skills, ask, approve, use the skill,
 * disable it, and survive `kill -9` while an approval is pending.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Api, connect, type EventReader, type StreamedEvent } from './api.ts'
import { databases } from './library/databases.ts'
import { realSkills, root } from './paths.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'

const question = 'The production Postgres is responding slowly, can you triage it?'
const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const command = ['--conditions=repertoire-source', join(root, 'packages/cli/src/main.ts')]
let step = 0

function report(promise: string): void {
  step += 1
  process.stdout.write(`${String(step).padStart(2)}. ${promise}\n`)
}

interface SkillsState {
  enabled_skills: { name: string; slug: string; content_length: number; source_type: string }[]
  budget_used_chars: number
  budget_max_chars: number
}
interface Turn {
  reply: string | null
  run: { id: string; status: string }
  approvals: {
    id: string
    skill: { id: string; slug: string; content_length: number; digest: string }
  }[]
  skills: SkillsState
}
type PendingApproval = { approval_id: string; slug: string; name: string; content_length: number }

/** On SQLite always; on PostgreSQL, with a second replica, if one is available. */
export async function proveMainJob(): Promise<void> {
  for (const database of databases()) {
    process.stdout.write(`On ${database.name}\n`)
    await proveMainJobWith(await database.create())
  }
}

/** With these settings of the server, whatever they choose. */
export async function proveMainJobWith(env: Record<string, string>): Promise<void> {
  step = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-proof-'))
  const port = await freePort()
  let server = await startServer({ dataDir, port, key, env })
  try {
    report(`started with an empty folder at ${server.url}`)
    const api = connect(server.url, key)
    await importSkills(server)
    await api.send('PUT', '/settings', { skill_enablement_policy: 'prompt-user' })
    report('policy set to prompt-user')
    const conversation = await api.send<{ id: string }>('POST', '/conversations', {})
    await activateAndDisable(api, conversation.id)
    server = await surviveKill(server, { dataDir, port, env })
    if (env.DATABASE_URL !== undefined) await answerOnAnotherReplica(server, { dataDir, env })
    report('done: every promise above holds')
  } finally {
    await server.kill('SIGTERM').catch(() => undefined)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function importSkills(server: ServerProcess): Promise<void> {
  const folder = existsSync(realSkills) ? realSkills : join(root, 'skills')
  const runCommand = async (from = folder, ...more: readonly string[]) => {
    const args = [...command, 'import', from, '--url', server.url, ...more]
    const env = { ...process.env, REPERTOIRE_API_KEY: key }
    const options = { env, maxBuffer: 64 * 1024 * 1024 }
    // It ends with 1 where a skill was refused.
    return promisify(execFile)(process.execPath, args, options).catch(
      (error: { readonly stdout: string }) => error,
    )
  }
  const { stdout } = await runCommand()
  const first = summaryOf(stdout)
  const what = folder === realSkills ? 'the 244 real skills' : 'the shipped skills'
  report(`imported ${what}: ${first}`)
  const [created = 0, , , refused = 0] = (first.match(/\d+/g) ?? []).map(Number)
  if (folder === realSkills) assert.equal(created + refused, 244)
  const seen = [...stdout.matchAll(/--acknowledge-findings (sha256:[0-9a-f]{64})/g)]
  if (seen.length > 0) {
    const digests = seen.map(([, digest = '']) => digest)
    const taken = summaryOf((await runCommand(folder, '--acknowledge-findings', ...digests)).stdout)
    assert.match(taken, new RegExp(`^${digests.length} created, .* 0 refused$`))
    report(`took the refused ones after their findings were read: ${taken}`)
  }
  const again = summaryOf((await runCommand()).stdout)
  assert.match(again, /^0 created, 0 updated, \d+ unchanged, 0 refused$/)
  report(`imported again without a change: ${again}`)
  await runCommand(join(root, 'skills'))
  report('imported the six shipped skills')
}

function summaryOf(output: string): string {
  const line = output.match(/\d+ created, \d+ updated, \d+ unchanged, \d+ refused/)
  assert.ok(line, `the import prints a summary:\n${output.slice(-2000)}`)
  return line[0]
}

async function activateAndDisable(api: Api, id: string): Promise<void> {
  const before = await api.get<SkillsState>(`/conversations/${id}/skills`)
  assert.equal(before.budget_used_chars, 0)
  const events = api.events(`/conversations/${id}/events`, 0)
  const turn = await api.send<Turn>('POST', `/conversations/${id}/messages`, { text: question })
  assert.equal(turn.run.status, 'waiting')
  const asked = await nextApproval(events)
  assert.equal(turn.approvals[0]?.id, asked.approval_id)
  report(`sent “${question}”: approval_required for ${asked.slug} (${asked.content_length} chars)`)

  await api.send('POST', `/approvals/${asked.approval_id}`, { approved: true })
  const changed = await events.next('skills_state_changed')
  checkState(changed, asked)
  report(
    `approved: skills_state_changed ${asked.content_length} / 16000, with exactly the fields of A6`,
  )

  const stepStarted = await events.next('step_started')
  const reply = await events.next('run_completed')
  const digest = String(stepStarted.data.prompt_digest)
  const skill = await skillBySlug(api, asked.slug)
  const prompt = await api.get<{ system: string[] }>(`/conversations/${id}/prompts/${digest}`)
  const system = prompt.system.join('\n')
  assert.ok(system.includes('<skill name="') && system.includes(skill.body.trim().slice(0, 200)))
  report(
    `the recorded system prompt of the next model call contains the block (${system.length} chars)`,
  )
  assert.ok(String(reply.data.text).length > 0)

  const disabling = await api.send<Turn>('POST', `/conversations/${id}/messages`, {
    text: `Please disable ${asked.slug} now.`,
  })
  assert.equal(disabling.run.status, 'completed')
  const { enabled_skills, budget_used_chars, budget_max_chars } = before
  assert.deepEqual(disabling.skills, { enabled_skills, budget_used_chars, budget_max_chars })
  report('disabled: the budget returned to its previous value')
  events.close()
}

async function nextApproval(events: EventReader): Promise<PendingApproval> {
  const event = await events.next('approval_required')
  assert.deepEqual(Object.keys(event.data).toSorted(), ['skill', 'type'])
  assert.equal(event.data.type, 'skill_enablement')
  return event.data.skill as PendingApproval
}

function checkState(event: StreamedEvent, asked: PendingApproval): void {
  assert.deepEqual(event.data, {
    enabled_skills: [
      {
        name: asked.name,
        slug: asked.slug,
        content_length: asked.content_length,
        source_type: 'manual',
      },
    ],
    budget_used_chars: asked.content_length,
    budget_max_chars: 16_000,
  })
}

async function skillBySlug(
  api: Api,
  slug: string,
): Promise<{ body: string; content_length: number }> {
  const found = await api.get<{ items: { id: string; slug: string }[] }>(
    `/skills?q=${encodeURIComponent(slug)}`,
  )
  const hit = found.items.find((item) => item.slug === slug)
  assert.ok(hit, `${slug} is found by its own slug`)
  return api.get(`/skills/${hit.id}`)
}

async function surviveKill(
  server: ServerProcess,
  options: { dataDir: string; port: number; env: Record<string, string> },
): Promise<ServerProcess> {
  const before = connect(server.url, key)
  const { id } = await before.send<{ id: string }>('POST', '/conversations', {})
  const turn = await before.send<Turn>('POST', `/conversations/${id}/messages`, { text: question })
  assert.equal(turn.run.status, 'waiting')
  await server.kill('SIGKILL')
  report('kill -9 while the approval is pending')

  const restarted = await startServer({ ...options, key })
  const api = connect(restarted.url, key)
  const pending = await api.get<{ items: { id: string }[] }>(
    `/approvals?status=pending&conversation_id=${id}`,
  )
  assert.deepEqual(
    pending.items.map((approval) => approval.id),
    [turn.approvals[0]?.id],
  )
  report('restarted: the same approval is still pending')

  const events = api.events(`/conversations/${id}/events`, 0)
  await api.send('POST', `/approvals/${pending.items[0]?.id}`, { approved: true })
  await events.next('run_completed')
  const calls = events.seen
    .filter((event) => event.event === 'tool_completed')
    .map((event) => event.data.call_id)
  assert.equal(new Set(calls).size, calls.length, 'no tool call completed twice')
  const state = await api.get<SkillsState>(`/conversations/${id}/skills`)
  assert.equal(state.enabled_skills.length, 1)
  events.close()
  report(`approved after the restart: the run completed, ${calls.length} tool calls, none repeated`)
  return restarted
}

async function answerOnAnotherReplica(
  first: ServerProcess,
  options: { dataDir: string; env: Record<string, string> },
): Promise<void> {
  const second = await startServer({ ...options, port: await freePort(), key })
  try {
    const here = connect(first.url, key)
    const there = connect(second.url, key)
    const { id } = await here.send<{ id: string }>('POST', '/conversations', {})
    const events = here.events(`/conversations/${id}/events`, 0)
    await here.send('POST', `/conversations/${id}/messages`, { text: question })
    const asked = await nextApproval(events)
    await there.send('POST', `/approvals/${asked.approval_id}`, { approved: true })
    await events.next('run_completed')
    events.close()
    report('asked on one replica, approved on the other: the stream of the first delivers the end')
  } finally {
    await second.kill('SIGTERM')
  }
}
