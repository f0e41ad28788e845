import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { ConversationEvent, LoggedEvent, ToolCall } from '../domain/events.ts'
import { type UntrustedContent, untrustedContents } from '../domain/untrusted-content.ts'
import { foldTaint } from '../use/session/taint.ts'
import { areWrittenHere } from '../use/tools/untrusted-input.ts'
import { workThroughCrashes } from './crash-injection.ts'
import {
  callsBefore,
  createUntrustedContentFixture,
  everyToolCall,
  subAgentTask,
  type TurnStarter,
  type UntrustedContentFixture,
  type Variant,
} from './untrusted-content-fixture.ts'

type Call = Omit<ToolCall, 'id'>
const call = (name: string, input: JsonObject = {}): Call => ({ name, input })

/** A kind of content, and how it comes into a conversation of the fixture. */
interface Source {
  readonly kind: string
  readonly of?: Partial<Variant>
  /** The turns before the one that sends; none unless told. */
  readonly before?: readonly TurnStarter[]
  readonly by?: TurnStarter
  readonly calls?: readonly Call[]
}

const lookAt = (connector: string, input: JsonObject = {}) =>
  call('execute_connector_tool', { connector, tool: 'look', input })

const sources: readonly Source[] = [
  { kind: 'nothing but what persons wrote' },
  {
    kind: 'file of an imported skill',
    calls: [call('read_skill_file', { name: 'foreign', path: 'references/notes.md' })],
  },
  {
    kind: 'description of an imported skill',
    calls: [call('search_skills', { query: 'foreign' })],
  },
  { kind: 'name of an uploaded file', calls: [call('list_dir')] },
  { kind: 'text of an uploaded file', calls: [call('read_file', { path: 'upload.txt' })] },
  { kind: 'memory of the person', of: { hasMemory: true } },
  { kind: 'supplied context', of: { suppliesContext: true } },
  { kind: 'result of a connector', calls: [lookAt('tracker')] },
  { kind: 'web page', calls: [call('web_fetch', { url: 'https://page.example/' })] },
  { kind: 'output of a program', calls: [call('run_command', { command: 'ls' })] },
  {
    kind: 'result of a sub-agent that read an untrusted file',
    calls: [call('use_skill', { name: 'apart', task: subAgentTask })],
  },
  { kind: 'message of a service account', of: { isService: true } },
  { kind: 'payload of a trigger, later in a person’s turn', before: ['webhook'] },
  { kind: 'payload of a trigger, in its own turn', by: 'webhook' },
]

const sinks: Readonly<Record<string, Call>> = {
  '`web_fetch`': call('web_fetch', { url: 'https://last.example/' }),
  'connector that reaches third parties': lookAt('mail'),
  'connector of unknown reach, with an address': lookAt('board', { url: 'https://evil.example/' }),
  'connector that reaches no third party': lookAt('tracker'),
  memory: call('edit_system_prompt', { operation: 'append', content: 'Likes tables.' }),
  '`save_skill` under `save`': call('save_skill', everyToolCall.save_skill?.[0]),
  '`create_skill` under `save`': call('create_skill', everyToolCall.create_skill?.[0]),
  '`update_skill` under `save`': call('update_skill', everyToolCall.update_skill?.[2]),
  '`create_tool`': call('create_tool', everyToolCall.create_tool?.[0]),
  script: call('run_command', { command: 'ls' }),
}

/** What happens to a call that follows the content, when every question is answered with yes. */
async function reach(sha256: Sha256, source: Source, sink: Call): Promise<string> {
  const { of, before = [], by = 'member', calls = [] } = source
  const fixture = await createUntrustedContentFixture(sha256, of)
  for (const starter of before) await play(fixture, { by: starter, calls: [] })
  const log = await play(fixture, { by, calls: [...calls, sink] })
  return verdictOf(log, await isHidden(fixture))
}

async function play(
  fixture: UntrustedContentFixture,
  { by, calls }: { readonly by: TurnStarter; readonly calls: readonly Call[] },
): Promise<readonly LoggedEvent[]> {
  const { harness } = fixture
  fixture.plan = calls
  await workThroughCrashes(harness, await fixture.start(by), [])
  return harness.log()
}

/** Whether there is a tool that later conversations are not told of. */
async function isHidden({
  harness: { tenant, principal },
}: UntrustedContentFixture): Promise<boolean> {
  const { items } = await tenant.authored.list({ owner: principal.userId }, { limit: 10 })
  return items.some(({ head }) => !head.trusted)
}

function verdictOf(log: readonly LoggedEvent[], hidden: boolean): string {
  const events = log.map(({ event }) => event)
  const done = events.findLast((event) => event.type === 'tool-completed')
  if (!done) return 'nothing'
  const isAsked = events.some(
    (event) => event.type === 'approval-required' && event.callId === done.callId,
  )
  const { outcome } = done
  if (outcome.status !== 'ok') return refusals[outcome.problem.code] ?? outcome.problem.code
  if (isAsked) return 'a person is asked'
  if (JSON.stringify(outcome.output).includes('"status":"proposed"')) return 'a proposal'
  return done.name === 'create_tool' && hidden ? 'only for this conversation' : 'free'
}

const refusals: Readonly<Record<string, string>> = {
  'egress.not-listed': 'needs a list or grant',
  'tool.needs-grant': 'needs a grant',
}

/** The kinds of untrusted content in the result of a call, and those that the call brings beside it. */
interface CarriedContent {
  readonly result: ReadonlySet<UntrustedContent>
  readonly beside: ReadonlySet<UntrustedContent>
}

async function contentOf(sha256: Sha256, made: Call): Promise<CarriedContent> {
  const before = callsBefore[made.name] ?? []
  const fixture = await createUntrustedContentFixture(sha256)
  const log = await play(fixture, { by: 'member', calls: [...before, made] })
  const callId = `call_1_${before.length}`
  const result = foldTaint(log.filter(({ event }) => isResultOf(event, callId)))
  const { untrusted, skills } = foldTaint(log.filter(({ event }) => isBeside(event, callId)))
  const { tenant, principal } = fixture.harness
  const isOurs = await areWrittenHere({ store: tenant, viewer: principal.userId }, skills)
  const beside = new Set<UntrustedContent>([...untrusted, ...(isOurs ? [] : skillText)])
  return { result: result.untrusted, beside }
}

const skillText = ['skill-text'] as const

function isResultOf(event: ConversationEvent, callId: string): boolean {
  return event.type === 'tool-completed' && event.callId === callId && event.fork === undefined
}

/** Of its sub-agent, or a skill that it puts into the next prompt. */
function isBeside(event: ConversationEvent, callId: string): boolean {
  if (event.fork === callId) return true
  return event.type === 'skills-state-changed' && event.activated?.callId === callId
}

async function carriedRow(sha256: Sha256, tool: string): Promise<readonly string[]> {
  const inputs = everyToolCall[tool] ?? [{}]
  const seen = await Promise.all(inputs.map((input) => contentOf(sha256, call(tool, input))))
  const cells = untrustedContents.map((content) => {
    if (seen.some(({ result }) => result.has(content))) return '●'
    return seen.some(({ beside }) => beside.has(content)) ? '○' : ''
  })
  return [tool in everyToolCall ? `\`${tool}\`` : 'a tool that an agent wrote', ...cells]
}

async function reachRow(sha256: Sha256, source: Source): Promise<readonly string[]> {
  const cells = Object.values(sinks).map((sink) => reach(sha256, source, sink))
  return [source.kind, ...(await Promise.all(cells))]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/**
 * Two tables in Markdown, of what really happens in the fixture: what the result of each tool was seen to carry, and
 * what a call that follows each kind of content comes to.
 */
export async function untrustedContentTables(
  sha256: Sha256,
): Promise<{ carried: string; reached: string }> {
  const tools = [...Object.keys(everyToolCall), 'counter']
  const carried = await Promise.all(tools.map((tool) => carriedRow(sha256, tool)))
  const reached = await Promise.all(sources.map((source) => reachRow(sha256, source)))
  return {
    carried: table(['tool', ...untrustedContents], carried),
    reached: table(['after', ...Object.keys(sinks)], reached),
  }
}
